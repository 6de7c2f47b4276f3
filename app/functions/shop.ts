import { shop as api } from '#contract/shop.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listShopPlans = readFn().validator(input(api.planList)).handler(proxy(api.planList))
