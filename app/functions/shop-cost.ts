import { shopCost as api } from '#contract/shop-cost.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getCosts = readFn().validator(input(api.year)).handler(proxy(api.year))
export const getProfit = readFn().validator(input(api.profit)).handler(proxy(api.profit))
export const exportProfit = readFn().validator(input(api.profit)).handler(exportCsv(api.profit))
export const getCampaigns = readFn().validator(input(api.campaigns)).handler(proxy(api.campaigns))
export const exportCampaigns = readFn().validator(input(api.campaigns)).handler(exportCsv(api.campaigns))
export const saveCosts = writeFn().validator(input(api.save)).handler(proxy(api.save))
