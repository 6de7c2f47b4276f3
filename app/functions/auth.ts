import { auth as api } from '#contract/auth.ts'
import { input, proxy } from '~/server/proxy.server'
import { writeFn } from './adminFn'

export const login = writeFn().validator(input(api.login)).handler(proxy(api.login))
export const logout = writeFn().validator(input(api.logout)).handler(proxy(api.logout))
export const renewToken = writeFn().validator(input(api.renewToken)).handler(proxy(api.renewToken))
