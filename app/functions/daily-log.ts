import { dailyLog as api } from '#contract/daily-log.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listConditionLogs = readFn().validator(input(api.condition)).handler(proxy(api.condition))
export const exportConditionLogs = readFn().validator(input(api.condition)).handler(exportCsv(api.condition))
export const listHealthcareLogs = readFn().validator(input(api.healthcare)).handler(proxy(api.healthcare))
export const exportHealthcareLogs = readFn().validator(input(api.healthcare)).handler(exportCsv(api.healthcare))
export const listLocationLogs = readFn().validator(input(api.location)).handler(proxy(api.location))
export const exportLocationLogs = readFn().validator(input(api.location)).handler(exportCsv(api.location))
export const listBodyTempLogs = readFn().validator(input(api.bodyTemp)).handler(proxy(api.bodyTemp))
export const exportBodyTempLogs = readFn().validator(input(api.bodyTemp)).handler(exportCsv(api.bodyTemp))
export const listMenstrualLogs = readFn().validator(input(api.menstrual)).handler(proxy(api.menstrual))
export const exportMenstrualLogs = readFn().validator(input(api.menstrual)).handler(exportCsv(api.menstrual))
export const summariseDailyLogs = readFn().validator(input(api.summary)).handler(proxy(api.summary))
export const revealDailyLogs = writeFn().validator(input(api.reveal)).handler(proxy(api.reveal))
export const getHealthConsent = readFn().validator(input(api.consent)).handler(proxy(api.consent))
export const eraseDailyLogs = writeFn().validator(input(api.erase)).handler(proxy(api.erase))
export const getHealthAccess = readFn().validator(input(api.access)).handler(proxy(api.access))
