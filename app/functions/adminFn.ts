import { createMiddleware, createServerFn } from '@tanstack/react-start'
import { bearerToken } from '~/identity/token'
import { readCookie } from '~/lib/cookies'
import { markReached, toApiError } from '~/server/proxy.server'
import { assertDoubleSubmit } from '~/server/xsrf.server'

/** Sends the token of the moment; every error comes back as an ApiError with its own HTTP status. */
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

/** The second layer against forged writes: the cookie's value must come back in a header. */
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
