import { dailyReport as api } from '#contract/daily-report.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listDailyReports = readFn().validator(input(api.list)).handler(proxy(api.list))
export const exportDailyReports = readFn().validator(input(api.list)).handler(exportCsv(api.list))
export const saveDailyReports = writeFn().validator(input(api.save)).handler(proxy(api.save))
export const readDailyReportBoard = readFn().validator(input(api.board)).handler(proxy(api.board))
export const readDailyReportDay = readFn().validator(input(api.day)).handler(proxy(api.day))
export const getDailyReport = readFn().validator(input(api.get)).handler(proxy(api.get))
export const updateDailyReport = writeFn().validator(input(api.update)).handler(proxy(api.update))
