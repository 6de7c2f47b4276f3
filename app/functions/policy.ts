import { policy as api } from '#contract/policy.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listPolicies = readFn().validator(input(api.list)).handler(proxy(api.list))
export const getPolicy = readFn().validator(input(api.get)).handler(proxy(api.get))
export const createPolicy = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const updatePolicy = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const activatePolicy = writeFn().validator(input(api.activate)).handler(proxy(api.activate))
export const removePolicy = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
