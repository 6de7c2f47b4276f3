import { session as api } from '#contract/session.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listSessions = readFn().validator(input(api.list)).handler(proxy(api.list))
export const removeSession = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
export const removeOtherSessions = writeFn().validator(input(api.removeOthers)).handler(proxy(api.removeOthers))
