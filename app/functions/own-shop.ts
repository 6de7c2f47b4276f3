import { shop as api } from '#contract/shop.ts'
import { input, proxy } from '~/server/proxy.server'
import { writeFn } from './adminFn'

export const createShop = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const updateShopFacts = writeFn().validator(input(api.updateFacts)).handler(proxy(api.updateFacts))
