import type { Context } from 'hono'
import type { z } from 'zod'
import { cutText } from '#contract/cut-text.ts'
import { decodeQuery, type Endpoint, pathKeys } from '#contract/endpoint.ts'
import { ApiError, isApiError } from '#contract/errors.ts'
import { isBoundedJson } from '#contract/json-bounds.ts'
import { fieldsOf } from '#contract/messages.ts'

const deepest = 12
const usualBodyBytes = 1024 * 1024
/** The largest form, with 500 rows, has fewer values. */
const bounds = { depth: 64, values: 20_000 }

const invalid = (field: string, message: string) => new ApiError('invalid', { fields: { [field]: message } })

/** The flat input of a call from path, query or body, parsed strictly; 422 with `fields` otherwise. */
export function parseInput(c: Context, endpoint: Endpoint, body: string | Uint8Array): Record<string, unknown> {
  const inPath = Object.fromEntries(pathKeys(endpoint.path).map((key) => [key, c.req.param(key)]))
  const carriesBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  if (typeof body !== 'string') return parsed(endpoint, inPath, { bytes: body })
  const rest = carriesBody ? parseJson(c, body) : decodeQuery(endpoint.input, new URL(c.req.url).searchParams)
  if (carriesBody && c.req.url.includes('?')) throw invalid('_', '本文で指定してください。')
  for (const key of Object.keys(inPath)) {
    if (Object.hasOwn(rest, key)) throw invalid(key, '使用できない項目が含まれています。')
  }
  return parsed(endpoint, { ...rest, ...inPath })
}

function parsed(endpoint: Endpoint, texts: Record<string, unknown>, raw: { bytes?: Uint8Array } = {}) {
  refuseUnstorable(texts, [])
  const result = endpoint.input.safeParse({ ...texts, ...raw })
  if (!result.success) throw new ApiError('invalid', { fields: fieldsOf(result.error as z.ZodError) })
  return result.data
}

/** A raw body. 413 and 499 as `readBody`. */
export async function readBytes(c: Context, maxBytes: number): Promise<Uint8Array> {
  if (!c.req.raw.body) return new Uint8Array()
  const bytes = await readBounded(c, maxBytes).catch((error) => {
    // Any other error is the connection's: the client disconnected or timed out.
    throw isApiError(error) ? error : new ApiError('aborted')
  })
  return new Uint8Array(bytes)
}

/**
 * The body as text: valid UTF-8, so that it can be stored unchanged. 413 beyond `maxBytes`, counted in bytes read, not
 * by Content-Length; 499 where the connection is aborted. Read only after authorization.
 */
export async function readBody(c: Context, maxBytes = usualBodyBytes): Promise<string> {
  const bytes = await readBytes(c, maxBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('_', '文字コードはUTF-8で送信してください。')
  }
}

async function readBounded(c: Context, maxBytes: number): Promise<ArrayBuffer | Buffer> {
  const contentLength = c.req.header('content-length')
  if (contentLength !== undefined && Number(contentLength) > maxBytes) throw new ApiError('payload_too_large')
  // The HTTP server does not read beyond the declared length.
  if (contentLength !== undefined && c.req.header('transfer-encoding') === undefined) return c.req.arrayBuffer()
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of c.req.raw.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    total += chunk.byteLength
    if (total > maxBytes) throw new ApiError('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseJson(c: Context, body: string): Record<string, unknown> {
  if (body === '') return {}
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw invalid('_', 'JSON形式 (application/json) で送信してください。')
  }
  if (!isBoundedJson(body, bounds)) throw invalid('_', '送信する項目が多すぎます。')
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw invalid('_', 'JSONの形式が正しくありません。')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('_', 'JSONのオブジェクトで送信してください。')
  }
  return value as Record<string, unknown>
}

/** Refuses, at any depth, text that the database cannot store and keys that would change a prototype. */
function refuseUnstorable(value: unknown, path: string[]): void {
  const field = () => path.join('.') || '_'
  if (path.length > deepest) throw invalid(path[0] ?? '_', '入れ子が深すぎます。')
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed())
      throw invalid(field(), 'この項目には使用できない文字が含まれています。')
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__' || key.includes('\u0000') || !key.isWellFormed()) {
      throw invalid(field(), '使用できない項目が含まれています。')
    }
    refuseUnstorable(inner, [...path, cutText(key, 60)])
  }
}
