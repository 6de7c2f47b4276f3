import { shopPlan as api } from '#contract/shop-plan.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listShopPlans = readFn().validator(input(api.list)).handler(proxy(api.list))
export const getShopPlan = readFn().validator(input(api.get)).handler(proxy(api.get))
export const updateShopPlan = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const updateShopPlanFacts = writeFn().validator(input(api.updateFacts)).handler(proxy(api.updateFacts))
export const getShopPlanJoin = readFn().validator(input(api.joinPreview)).handler(proxy(api.joinPreview))
export const joinShopPlan = writeFn().validator(input(api.join)).handler(proxy(api.join))
export const separateShopPlan = writeFn().validator(input(api.separate)).handler(proxy(api.separate))
