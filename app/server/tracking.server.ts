import { ApiError } from '#contract/errors.ts'
import { mail } from '#contract/mail.ts'
import { adminApiBaseUrl } from './environment.server'
import { callerOf } from './proxy.server'

// Open tracking and link redirects of tracked mails, which their footer discloses.

const address = /^\/m\/([\w-]{22})(?:\.gif|\/(\d{1,3}))$/
const deadline = 10_000
/** One transparent pixel. */
const picture = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (c) =>
  c.charCodeAt(0),
)

export const isTrackingAddress = (request: Request) => address.test(new URL(request.url).pathname)

/** Returns the pixel, whatever the API says, or redirects to a link's target; 404 if the mail has no such link. */
export async function tracking(request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError('not_found')
  const [, token = '', link] = address.exec(new URL(request.url).pathname) ?? []
  // HEAD: somebody looks where it leads, such as a mail program's check.
  const isVisit = request.method === 'GET'
  if (link === undefined) {
    if (isVisit) await report(request, mail.opened.path, { token }).catch(() => undefined)
    return new Response(picture, { headers: { 'content-type': 'image/gif' } })
  }
  const answer = await report(request, mail.followed.path, { token, link: Number(link), isClick: isVisit }).catch(
    () => undefined,
  )
  if (!answer?.ok) throw new ApiError(answer ? 'not_found' : 'upstream')
  const { url } = mail.followed.output.parse(await answer.json())
  return new Response(null, { status: 302, headers: { location: url } })
}

const report = (request: Request, path: string, body: object) =>
  fetch(adminApiBaseUrl() + path, {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json', ...callerOf((name) => request.headers.get(name)) }),
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(deadline),
  })
