import { dataHealth as api } from '#contract/data-health.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getDataHealth = readFn().validator(input(api.summary)).handler(proxy(api.summary))
export const listHealthMembers = readFn().validator(input(api.members)).handler(proxy(api.members))
export const listHealthPlans = readFn().validator(input(api.plans)).handler(proxy(api.plans))
export const answerJoinedDay = writeFn().validator(input(api.answer)).handler(proxy(api.answer))
export const listHealthDoubles = readFn().validator(input(api.doubles)).handler(proxy(api.doubles))
export const listDoubleMerges = readFn().validator(input(api.merges)).handler(proxy(api.merges))
export const mergeHealthDoubles = writeFn().validator(input(api.merge)).handler(proxy(api.merge))
export const takeBackHealthDoubles = writeFn().validator(input(api.takeBack)).handler(proxy(api.takeBack))
