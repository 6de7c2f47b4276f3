import { club as api } from '#contract/club.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getClub = readFn().validator(input(api.get)).handler(proxy(api.get))
export const updateClub = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const updateShopSender = writeFn().validator(input(api.updateShop)).handler(proxy(api.updateShop))
