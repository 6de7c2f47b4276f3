import { ApiError } from '#contract/errors.ts'
import { isBoundedJson } from '#contract/json-bounds.ts'
import { requireCaller } from './caller.server'

const usualBodyBytes = 1_000_000
/** What is read of a body before the API has said who calls. Signing in takes less. */
const anonymousBodyBytes = 16_000
/** Start serialises each value as an object with several keys. */
const bounds = { depth: 64, values: 100_000 }

/**
 * Rejects invalid requests before anything parses them. 413: a body over 1 MB, over the function's own limit, or over
 * 16 kB without a token (counted, not by Content-Length). 401: over 16 kB from nobody that the API knows. 422: broken or
 * deeply nested JSON, too many values, another content type, a body sent to a page.
 */
export async function withinLimits(
  request: Request,
  serverFunction: boolean,
  maxBodyBytes = usualBodyBytes,
): Promise<Request> {
  if (!serverFunction) {
    if (request.body) throw new ApiError('invalid')
    return request
  }
  if (request.method === 'GET') {
    const payload = new URL(request.url).searchParams.get('payload')
    if (payload !== null) assertSane(payload)
    return request
  }
  const body = await readBounded(request, maxBodyBytes)
  const contentType = request.headers.get('content-type') ?? ''
  if (!contentType.startsWith('application/json')) throw new ApiError('invalid')
  assertSane(new TextDecoder().decode(body))
  return new Request(request.url, { method: request.method, headers: request.headers, body, signal: request.signal })
}

/** A body of at most so many bytes; of an unknown caller 16 kB are read, unless others are meant to call. */
export async function readBounded(
  request: Request,
  maxBodyBytes: number,
  ofAnybody = anonymousBodyBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > maxBodyBytes) throw new ApiError('payload_too_large')
  let isKnown = announced > ofAnybody
  if (isKnown) await requireCaller(request)
  const chunks: Uint8Array[] = []
  let total = 0
  const reader = request.body?.getReader()
  while (reader) {
    // Only the connection can fail here, so nobody is waiting for the response.
    const { done, value } = await reader.read().catch(() => {
      throw new ApiError('aborted')
    })
    if (done) break
    total += value.byteLength
    if (total > maxBodyBytes) throw new ApiError('payload_too_large')
    if (total > ofAnybody && !isKnown) {
      await requireCaller(request)
      isKnown = true
    }
    chunks.push(value)
  }
  const body = new Uint8Array(total)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.byteLength
  }
  return body
}

function assertSane(json: string) {
  if (!isBoundedJson(json, bounds)) throw new ApiError('invalid')
  try {
    JSON.parse(json)
  } catch {
    throw new ApiError('invalid')
  }
}
