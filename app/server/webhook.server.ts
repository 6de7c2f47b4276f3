import { ApiError } from '#contract/errors.ts'
import { clubSystemWebhookBytes, clubSystemWebhooks } from '#contract/words/club-system.ts'
import { adminApiBaseUrl } from './environment.server'
import { readBounded } from './limits.server'
import { callerOf } from './proxy.server'
import { unanswered } from './unanswered.server'

const address = new RegExp(`^${clubSystemWebhooks}/\\w{1,64}$`)
const deadline = 10_000

export const isWebhook = (request: Request) => new URL(request.url).pathname.startsWith(`${clubSystemWebhooks}/`)

/** Passes a webhook of the club system on to the API: what was signed are these bytes, and only the API knows with what. */
export async function webhook(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (request.method !== 'POST' || !address.test(pathname)) throw new ApiError('not_found')
  const body = await readBounded(request, clubSystemWebhookBytes, clubSystemWebhookBytes)
  const { headers } = request
  const answer = await fetch(adminApiBaseUrl() + pathname, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-event': headers.get('x-webhook-event') ?? '',
      ...callerOf((name) => headers.get(name)),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(deadline),
  }).catch((error) => {
    throw unanswered(error, deadline)
  })
  await answer.body?.cancel()
  if (answer.status === 204) return new Response(null, { status: 204 })
  if (answer.status === 404) throw new ApiError('not_found')
  if (answer.status === 429) {
    const body = new ApiError('rate_limited').toBody()
    return Response.json(body, { status: 429, headers: { 'retry-after': answer.headers.get('retry-after') ?? '60' } })
  }
  throw new ApiError('upstream')
}
