import type { z } from 'zod'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Endpoint {
  method: Method
  path: `/api/admin/${string}`
  /** The door: who may knock at all. `public` is for signing in only. */
  permission: Permission | 'public'
  /** One flat object; `split` says which key travels in path, query or body. */
  input: z.ZodObject
  output: z.ZodType
  /** Japanese, for the API page. */
  summary: string
  /** Answers `Accept: text/csv` too, under a permission of its own. */
  csv?: { permission: Permission }
  /** Reads are audited only where the row says so; writes and exports always are. */
  audit?: 'read'
  /** A POST that may simply be done again: `Idempotency-Key` is not looked at and its answer, a token, never stored. */
  repeatable?: true
  /** Calls a minute and person, where the general rate is too generous. */
  rate?: number
  /** A row that carries files: how large its body may be, where 1 MB is the rule. It gets more time, too. */
  maxBodyBytes?: number
}

export type Endpoints = Record<string, Endpoint>
/** What a caller sends: what has a default may be left out. */
export type GivenInput<E extends Endpoint> = z.input<E['input']>
/** What a verb receives. */
export type Input<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

/** `:id` and the like, in order. */
export const pathKeys = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)

/** The one rule for where a flat input travels: path parameters first, the rest in the query (GET, DELETE) or the body. */
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
 * Reads a query string by the schema that will judge it: `12` becomes a number where a number is wanted,
 * a repeated key an array where an array is wanted. What does not fit stays text, so that the schema refuses it.
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
