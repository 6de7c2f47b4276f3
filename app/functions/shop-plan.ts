import { shopPlan as api } from '#contract/shop-plan.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listShopPlans = readFn().validator(input(api.list)).handler(proxy(api.list))
export const getShopPlan = readFn().validator(input(api.get)).handler(proxy(api.get))
export const updateShopPlan = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const updateShopPlanFacts = writeFn().validator(input(api.updateFacts)).handler(proxy(api.updateFacts))
