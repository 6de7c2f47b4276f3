import { createMiddleware, createServerFn } from '@tanstack/react-start'
import { bearerToken } from '~/identity/token'
import { readCookie } from '~/lib/cookies'
import { markReached, toApiError } from '~/server/proxy.server'
import { assertDoubleSubmit } from '~/server/xsrf.server'

/** Sends the current token; every error arrives as an ApiError with its HTTP status. */
const admin = createMiddleware({ type: 'function' })
  .client(async ({ next }) => {
    const token = await bearerToken()
    return next({ headers: token ? { authorization: `Bearer ${token}` } : {} })
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

/** A call that only reads. */
export const readFn = createServerFn({ method: 'GET' }).middleware([admin])
/** A call that writes. */
export const writeFn = createServerFn({ method: 'POST' }).middleware([doubleSubmit])
