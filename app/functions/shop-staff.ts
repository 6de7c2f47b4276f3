import { shopStaff as api } from '#contract/shop-staff.ts'
import { input, proxy } from '~/server/proxy.server'
import { writeFn } from './adminFn'

export const addShopStaff = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const updateShopStaff = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const removeShopStaff = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
