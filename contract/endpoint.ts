import { z } from 'zod'
import type { Permission } from './permissions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Optional properties of an endpoint. */
interface Besides {
  /** For a public endpoint: a page for everybody, cached by browsers for a minute. Does not count as a sign-in. */
  isPage?: true
  /**
   * For a public endpoint: called by a link in a mail or by another program, with the limits of a page. Does not count
   * as a sign-in.
   */
  isHook?: true
  /** Also answers `Accept: text/csv`, under its own permission. */
  csv?: { permission: Permission }
  /** Reads are audited only where the row says so; writes and exports always are. */
  audit?: 'read'
  /** A POST that writes nothing but its row in the audit log. */
  onlyReads?: true
  /** A repeatable POST: `Idempotency-Key` is ignored and the response, a token, is never stored. */
  repeatable?: true
  /** A write that changes only the session: allowed during a preview too. */
  inPreview?: true
  /** Calls per minute and person, where the general limit is too high. */
  rate?: number
  /** Its body limit instead of the usual 1 MB. */
  maxBodyBytes?: number
  /** The body is raw, of at most so many bytes, and is the input's key `bytes`; all others are in the path. */
  bytes?: number
  /** Omitted: light. */
  cost?: Exclude<Cost, 'light'>
}

/**
 * What one call, with the worst permitted input, costs the database: `heavy` several times a page of members, and
 * `exclusive` that much in a single statement. How many run at once depends on it (decision 0063); files (CSV) are
 * always heavy.
 */
export type Cost = 'light' | 'heavy' | 'exclusive'

export interface Endpoint extends Besides {
  method: Method
  path: `/api/admin/${string}`
  /** The required permission. `public` is for signing in, and for public pages. */
  permission: Permission | 'public'
  /** Japanese, for the API documentation. */
  summary: string
  /** One flat object; `split` says which key is sent in path, query or body. */
  input: z.ZodObject
  output: z.ZodType
}

/** An input, or the keys of one that takes no others. */
type Given = z.ZodObject | z.core.$ZodShape
type Row<M extends Method, P extends string, R extends Endpoint['permission'], I extends Given, O, B> = {
  method: M
  path: `/api/admin${P}`
  permission: R
  summary: string
  input: I extends z.ZodObject ? I : I extends z.core.$ZodShape ? z.ZodObject<I, z.core.$strict> : never
  output: O
} & B

type MakeRow<M extends Method> = <
  P extends `/${string}`,
  R extends Endpoint['permission'],
  I extends Given,
  O extends z.ZodType,
  B extends Besides = Record<never, never>,
>(
  path: P,
  permission: R,
  summary: string,
  input: I,
  output: O,
  besides?: B,
) => Row<M, P, R, I, O, NoInfer<B>>

function row(method: Method, [path, permission, summary, given, output, besides]: Parameters<MakeRow<Method>>) {
  const input = given instanceof z.ZodObject ? given : z.strictObject(given)
  return { method, path: `/api/admin${path}`, permission, summary, input, output, ...besides } as never
}

// Browser code reads drafts from the tables' files; with this mark the build drops the tables themselves.

/** A reading endpoint. `path` comes after `/api/admin`; an input given by its keys allows no others. */
export const get: MakeRow<'GET'> = /* @__NO_SIDE_EFFECTS__ */ (...parts) => row('GET', parts)
/** A creating endpoint, or an action. */
export const post: MakeRow<'POST'> = /* @__NO_SIDE_EFFECTS__ */ (...parts) => row('POST', parts)
/** An endpoint that changes a record. */
export const put: MakeRow<'PUT'> = /* @__NO_SIDE_EFFECTS__ */ (...parts) => row('PUT', parts)
/** An endpoint that deletes a record; `delete` is a reserved word. */
export const del: MakeRow<'DELETE'> = /* @__NO_SIDE_EFFECTS__ */ (...parts) => row('DELETE', parts)

export type Endpoints = Record<string, Endpoint>
/** The input as a caller sends it: keys with a default are optional. */
export type GivenInput<E extends Endpoint> = z.input<E['input']>
/** The input that our own screens send: with the version they have seen, wherever the input takes one. */
export type SeenInput<E extends Endpoint> = GivenInput<E> &
  ('version' extends keyof E['input']['shape'] ? { version: number } : unknown)
/** The parsed input that a handler receives. */
export type Input<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

/** The path parameters such as `:id`, in order. */
export const pathKeys = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)

/** Where the keys of a flat input are sent: path parameters first, the rest in the query (GET, DELETE) or the body. */
export function split(endpoint: Pick<Endpoint, 'method' | 'path'>, input: Record<string, unknown>) {
  const inPath = pathKeys(endpoint.path)
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input[key])))
  const rest = Object.entries(input).filter(([key, value]) => !inPath.includes(key) && value !== undefined)
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') {
    return { path, query: '', body: JSON.stringify(Object.fromEntries(rest)) }
  }
  const query = new URLSearchParams()
  for (const [key, value] of rest) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(key, String(one))
  }
  return { path, query: query.size ? `?${query}` : '', body: undefined }
}

function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  if (def.innerType) return innermost(def.innerType)
  return def.in ? innermost(def.in) : schema
}

/**
 * Coerces a query string to its schema: `12` becomes a number where a number is expected, a repeated key an array where
 * an array is expected. Anything else stays text, so that the schema refuses it.
 */
export function decodeQuery(input: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  const decoded: Record<string, unknown> = Object.create(null)
  for (const key of new Set(query.keys())) {
    const values = query.getAll(key)
    const field = Object.hasOwn(input.shape, key) ? innermost(input.shape[key] as z.core.$ZodType) : undefined
    const type = field?._zod.def.type
    if (type === 'array') {
      const element = innermost((field as z.core.$ZodArray)._zod.def.element)
      decoded[key] = values.map((value) => decodeScalar(element._zod.def.type, value))
    } else {
      decoded[key] = values.length === 1 ? decodeScalar(type, values[0] as string) : values
    }
  }
  return { ...decoded }
}

function decodeScalar(type: string | undefined, value: string): unknown {
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
