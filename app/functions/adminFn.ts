import { createMiddleware, createServerFn } from '@tanstack/react-start'
import { bearerToken } from '~/identity/token'
import { readCookie } from '~/lib/cookies'
import { markReached, toApiError } from '~/server/proxy.server'
import { assertDoubleSubmit } from '~/server/xsrf.server'

/** The API's JSON, which `proxy` passes on as it is, as its value; a CSV file stays a response. */
async function parsed<Answer extends object>(answer: Answer): Promise<Answer> {
  const { result } = answer as { result?: unknown }
  const isJson = result instanceof Response && result.headers.get('content-type')?.startsWith('application/json')
  return isJson ? { ...answer, result: await result.json() } : answer
}

/** Sends the current token; every error arrives as an ApiError with its HTTP status. */
const admin = createMiddleware({ type: 'function' })
  .client(async ({ next }) => {
    const token = await bearerToken()
    return parsed(await next({ headers: token ? { authorization: `Bearer ${token}` } : {} }))
  })
  .server(async ({ next }) => {
    markReached()
    try {
      return await next()
    } catch (error) {
      throw toApiError(error)
    }
  })

/** Second layer of CSRF protection: the cookie's value must be repeated in a header. */
const doubleSubmit = createMiddleware({ type: 'function' })
  .middleware([admin])
  .client(({ next }) => next({ headers: { 'x-xsrf-token': readCookie('XSRF-TOKEN') ?? '' } }))
  .server(({ next }) => {
    assertDoubleSubmit()
    return next()
  })

// Answers pass Start as responses, so they need not be values of its serialiser.
const strict = { output: false } as const

/** A call that only reads. */
export const readFn = createServerFn({ method: 'GET', strict }).middleware([admin])
/** A call that writes. */
export const writeFn = createServerFn({ method: 'POST', strict }).middleware([doubleSubmit])
