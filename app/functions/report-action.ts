import { reportAction as api } from '#contract/report-action.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listReportActions = readFn().validator(input(api.list)).handler(proxy(api.list))
export const exportReportActions = readFn().validator(input(api.list)).handler(exportCsv(api.list))
export const createReportAction = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const getReportAction = readFn().validator(input(api.get)).handler(proxy(api.get))
export const updateReportAction = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const removeReportAction = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
