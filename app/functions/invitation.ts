import { auth as api } from '#contract/auth.ts'
import { input, proxy } from '~/server/proxy.server'
import { writeFn } from './adminFn'

export const requestPasswordReset = writeFn().validator(input(api.forgotPassword)).handler(proxy(api.forgotPassword))
export const readInvitation = writeFn().validator(input(api.invitation)).handler(proxy(api.invitation))
export const confirmLink = writeFn().validator(input(api.confirmLink)).handler(proxy(api.confirmLink))
export const acceptInvitation = writeFn().validator(input(api.acceptInvitation)).handler(proxy(api.acceptInvitation))
