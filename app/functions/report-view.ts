import { reportView as api } from '#contract/report-view.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listReportViews = readFn().validator(input(api.list)).handler(proxy(api.list))
export const createReportView = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const updateReportView = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const removeReportView = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
