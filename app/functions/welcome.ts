import { auth as api } from '#contract/auth.ts'
import { input, proxy } from '~/server/proxy.server'
import { writeFn } from './adminFn'

export const readWelcome = writeFn().validator(input(api.welcome)).handler(proxy(api.welcome))
export const makeFirstAdmin = writeFn().validator(input(api.firstAdmin)).handler(proxy(api.firstAdmin))
