import { shop as api } from '#contract/shop.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listShops = readFn().validator(input(api.list)).handler(proxy(api.list))
export const getShop = readFn().validator(input(api.get)).handler(proxy(api.get))
export const updateShop = writeFn().validator(input(api.update)).handler(proxy(api.update))
