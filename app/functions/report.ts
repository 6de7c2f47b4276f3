import { report as api } from '#contract/report.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const getMonthlyStats = readFn().validator(input(api.monthlyStats)).handler(proxy(api.monthlyStats))
