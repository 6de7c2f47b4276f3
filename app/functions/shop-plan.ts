import { shopPlan as api } from '#contract/shop-plan.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listShopPlans = readFn().validator(input(api.list)).handler(proxy(api.list))
