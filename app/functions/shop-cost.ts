import { shopCost as api } from '#contract/shop-cost.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getCosts = readFn().validator(input(api.year)).handler(proxy(api.year))
export const getProfit = readFn().validator(input(api.profit)).handler(proxy(api.profit))
export const exportProfit = readFn().validator(input(api.profit)).handler(exportCsv(api.profit))
export const saveCosts = writeFn().validator(input(api.save)).handler(proxy(api.save))
