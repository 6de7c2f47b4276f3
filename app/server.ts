import { getNormalizedURL } from '@tanstack/react-router/ssr/server'
import handler from '@tanstack/react-start/server-entry'
import { ApiError } from '#contract/errors.ts'
import { image } from '#contract/image.ts'
import { areas } from './areas/areas'
import { provideAreas } from './boot/areas'
import { createImage } from './functions/image'
import { consentPage, isConsentPage } from './server/consent-page.server'
import { readPublicConfig } from './server/environment.server'
import { importPart, isImportPart } from './server/import-part.server'
import { withinLimits } from './server/limits.server'
import { isPolicyPage, policyPage } from './server/policy-page.server'
import { progressHeader } from './server/proxy.server'
import { apiIsReady } from './server/readiness.server'
import { securityHeaders } from './server/security-headers.server'
import { isTrackingAddress, tracking } from './server/tracking.server'
import { unforeseen } from './server/unforeseen.server'
import { isUnsubscribePage, unsubscribePage } from './server/unsubscribe-page.server'
import { isUploadAddress, upload } from './server/uploads.server'
import { isWebhook, webhook } from './server/webhook.server'
import { carriesXsrfToken, xsrfCookie } from './server/xsrf.server'

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: { nonce: string; answer: { status?: number } } }
  }
}

provideAreas(areas)

const random = (bytes: number) =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)))).replace(
    /[+/=]/g,
    (c) => ({ '+': '-', '/': '_', '=': '' })[c] ?? '',
  )

/** The path as Start normalises it: `/%5FserverFn/` is a server function too. */
const pathOf = (request: Request) => getNormalizedURL(new URL(request.url)).url.pathname

const isMalformed = (pathname: string) => {
  try {
    // The result is used, or the bundler would leave the call out.
    return decodeURIComponent(pathname) === ''
  } catch {
    return true
  }
}

/**
 * For an address that cannot be decoded (a link cut in the middle of a character): the router would fail on it, on both
 * sides, so it leads to an address that no route has.
 */
function noSuchPage(request: Request, isFunction: boolean): Response {
  if (isFunction || !isRead(request)) throw new ApiError('not_found')
  return new Response(null, { status: 302, headers: { location: '/not-found' } })
}

/** Every other method has no address here. Of some of them not even a `Request` can be made. */
const methods = ['GET', 'HEAD', 'POST', 'PUT']

const notAllowed = (allowed: readonly string[]) =>
  new Response(null, { status: 405, headers: { allow: allowed.join(', ') } })

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/**
 * `//x` is `/x`. By its path alone: the router would name the host of the request, which the client chose. What the
 * path holds stays encoded.
 */
function withOneSlash(url: URL): Response {
  const location = `${url.pathname.replace(/^\/+/, '/')}${url.search}`
  return new Response(null, { status: 308, headers: { location } })
}

/** Functions whose endpoint takes a larger body than the others. */
const largerBodies = new Map<string, number>([[createImage.url, image.create.maxBodyBytes]])

const noStore: [string, string] = ['cache-control', 'no-store']

/**
 * The request with an abort reason of our own: Start would log the server's default reason as an error. Built from
 * parts, since Vite's request only resembles a Request and cannot be cloned.
 */
function untilGone(request: Request): Request {
  const gone = new AbortController()
  request.signal.addEventListener('abort', () => gone.abort(new ApiError('aborted')), { once: true })
  const { url, method, headers, body } = request
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal: gone.signal, duplex: 'half' }
  return new Request(url, init)
}

/** Handles every request of the app's server: health, limits, page or function, headers. */
async function respond(request: Request, nonce: string): Promise<Response> {
  const url = new URL(request.url)
  const { pathname } = url
  const isProbe = pathname === '/healthz' || pathname === '/readyz'
  if (isProbe && !isRead(request)) return notAllowed(['GET', 'HEAD'])
  if (pathname === '/healthz') return new Response('ok')
  if (pathname === '/readyz') return apiIsReady()
  try {
    if (isUploadAddress(request)) return await upload(request)
    if (isWebhook(request)) return await webhook(request)
    if (isImportPart(request)) return await importPart(request)
    if (isPolicyPage(request)) return await policyPage(request)
    if (isTrackingAddress(request)) return await tracking(request)
    if (isConsentPage(request)) return await consentPage(request)
    if (isUnsubscribePage(request)) return await unsubscribePage(request)
    const path = pathOf(request)
    const isFunction = path.startsWith('/_serverFn/')
    if (isMalformed(pathname)) return noSuchPage(request, isFunction)
    // A file of another release: whoever imports it wants to know, and reads no document.
    if (path.startsWith('/assets/') && isRead(request)) return new Response(null, { status: 404 })
    if (pathname.startsWith('//') && isRead(request)) return withOneSlash(url)
    if (isFunction ? request.method !== 'GET' && request.method !== 'POST' : !isRead(request)) {
      return notAllowed(isFunction ? ['GET', 'POST'] : ['GET', 'HEAD'])
    }
    const bounded = await withinLimits(request, isFunction, largerBodies.get(path))
    const answer: { status?: number } = {}
    const response = await handler.fetch(bounded, { context: { nonce, answer } })
    if (isFunction) return await withoutInternals(response)
    return answer.status === undefined
      ? response
      : new Response(response.body, { headers: response.headers, status: answer.status })
  } catch (error) {
    if (error instanceof ApiError) return Response.json(error.toBody(), { status: error.status })
    return generic(500, error)
  }
}

/** Replaces the runtime's error messages from outside our middleware with an error code. */
async function withoutInternals(response: Response): Promise<Response> {
  const progress = response.headers.get(progressHeader)
  if (response.status < 500 || progress === 'handled') return response
  const cause = await response.text()
  if (progress === 'reached') return generic(response.status, cause)
  // A page of an older release calls a function that is gone.
  const code = cause.includes('Server function info not found') ? 'outdated' : 'invalid'
  const refusal = new ApiError(code)
  return Response.json(refusal.toBody(), { status: refusal.status })
}

function generic(status: number, cause: unknown): Response {
  return Response.json(unforeseen('request', cause).toBody(), { status })
}

export default {
  async fetch(request: Request): Promise<Response> {
    const nonce = random(18)
    const answer = methods.includes(request.method) ? await respond(untilGone(request), nonce) : notAllowed(methods)
    const response = new Response(answer.body, answer)
    const secure = new URL(request.url).protocol === 'https:' || request.headers.get('x-forwarded-proto') === 'https'
    // Pictures and public pages set their own, stricter policy, and may be cached.
    const isPage = isPolicyPage(request) || isUnsubscribePage(request) || isConsentPage(request)
    const hasOwn = isPage || (response.ok && isUploadAddress(request))
    for (const [name, value] of [...securityHeaders(nonce, readPublicConfig()), noStore]) {
      if (!hasOwn || !response.headers.has(name)) response.headers.set(name, value)
    }
    if (!isPage && response.headers.get('content-type')?.startsWith('text/html') && !carriesXsrfToken(request)) {
      response.headers.append(
        'set-cookie',
        `${xsrfCookie}=${random(32)}; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`,
      )
    }
    return response
  },
}
