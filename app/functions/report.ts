import { report as api } from '#contract/report.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const getMonthlyStats = readFn().validator(input(api.monthlyStats)).handler(proxy(api.monthlyStats))
export const exportMonthlyStats = readFn().validator(input(api.monthlyStats)).handler(exportCsv(api.monthlyStats))
export const getMonthlyStatsByShop = readFn()
  .validator(input(api.monthlyStatsByShop))
  .handler(proxy(api.monthlyStatsByShop))
export const exportMonthlyStatsByShop = readFn()
  .validator(input(api.monthlyStatsByShop))
  .handler(exportCsv(api.monthlyStatsByShop))
export const getYearlyStats = readFn().validator(input(api.yearlyStats)).handler(proxy(api.yearlyStats))
export const exportYearlyStats = readFn().validator(input(api.yearlyStats)).handler(exportCsv(api.yearlyStats))
export const getLtv = readFn().validator(input(api.ltv)).handler(proxy(api.ltv))
export const exportLtv = readFn().validator(input(api.ltv)).handler(exportCsv(api.ltv))
export const getMemberPlan = readFn().validator(input(api.memberPlan)).handler(proxy(api.memberPlan))
export const exportMemberPlan = readFn().validator(input(api.memberPlan)).handler(exportCsv(api.memberPlan))
export const getShopComparison = readFn().validator(input(api.shopComparison)).handler(proxy(api.shopComparison))
export const exportShopComparison = readFn().validator(input(api.shopComparison)).handler(exportCsv(api.shopComparison))
