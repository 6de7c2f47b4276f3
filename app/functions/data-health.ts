import { dataHealth as api } from '#contract/data-health.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getDataHealth = readFn().validator(input(api.summary)).handler(proxy(api.summary))
export const listHealthMembers = readFn().validator(input(api.members)).handler(proxy(api.members))
export const listHealthPlans = readFn().validator(input(api.plans)).handler(proxy(api.plans))
export const answerJoinedDay = writeFn().validator(input(api.answer)).handler(proxy(api.answer))
