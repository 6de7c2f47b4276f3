import { ApiError } from '#contract/errors.ts'
import { adminApiBaseUrl } from './environment.server'

const deadline = 15_000
const address = /^\/uploads\/[\w-]{1,64}\.\w{1,8}$/
/** The only response headers of a picture that are passed on. */
const passedOn = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-security-policy',
  'cross-origin-resource-policy',
  'x-content-type-options',
  'cache-control',
]

export const isUploadAddress = (request: Request) => new URL(request.url).pathname.startsWith('/uploads/')

/** Serves an uploaded picture from the API's storage, so that the browser needs one origin only. 404 if missing. */
export async function upload(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || !address.test(pathname)) throw new ApiError('not_found')
  const answer = await fetch(`${adminApiBaseUrl()}${pathname}`, {
    method: request.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(deadline),
  }).catch(() => {
    throw new ApiError('network')
  })
  if (answer.status !== 200) {
    await answer.body?.cancel()
    throw new ApiError(answer.status === 404 ? 'not_found' : 'upstream')
  }
  const headers = new Headers()
  for (const name of passedOn) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(answer.body, { headers })
}
