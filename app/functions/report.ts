import { report as api } from '#contract/report.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const getMonthlyStats = readFn().validator(input(api.monthlyStats)).handler(proxy(api.monthlyStats))
export const exportMonthlyStats = readFn().validator(input(api.monthlyStats)).handler(exportCsv(api.monthlyStats))
