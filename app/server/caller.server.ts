import { ApiError } from '#contract/errors.ts'
import { user } from '#contract/user.ts'
import { adminApiBaseUrl } from './environment.server'
import { callerOf, refusal } from './proxy.server'

/** How long the API's answer about a token counts, in milliseconds. */
const kept = 30_000
const mostKept = 1_000
const deadline = 15_000

/** By the token's hash, oldest first. Answers only: on the edge a request cannot await another's call. */
const answers = new Map<string, { until: number; refused: ApiError | null }>()

/**
 * Throws unless the API knows the caller; called before more of a body is read than an unknown caller may send. The API
 * counts refused tokens by network.
 */
export async function requireCaller({ headers, signal }: Request): Promise<void> {
  const authorization = headers.get('authorization')
  if (authorization === null) throw new ApiError('payload_too_large')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization))
  const key = btoa(String.fromCharCode(...new Uint8Array(hash)))
  const known = answers.get(key)
  const refused = known && known.until > Date.now() ? known.refused : await ask(key, headers, signal)
  if (refused) throw refused
}

async function ask(key: string, headers: Headers, signal: AbortSignal): Promise<ApiError | null> {
  const response = await fetch(adminApiBaseUrl() + user.me.path, {
    headers: { authorization: headers.get('authorization') ?? '', ...callerOf((name) => headers.get(name)) },
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
  }).catch(() => {
    throw new ApiError('network')
  })
  const refused = response.ok ? null : refusal(response.status, await response.json().catch(() => undefined))
  if (response.ok) await response.body?.cancel()
  else if (response.status !== 401) return refused
  answers.delete(key)
  const [oldest] = answers.keys()
  if (answers.size >= mostKept && oldest !== undefined) answers.delete(oldest)
  answers.set(key, { until: Date.now() + kept, refused })
  return refused
}
