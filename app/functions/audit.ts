import { audit as api } from '#contract/audit.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listAudit = readFn().validator(input(api.list)).handler(proxy(api.list))
export const exportAudit = readFn().validator(input(api.list)).handler(exportCsv(api.list))
export const getAudit = readFn().validator(input(api.get)).handler(proxy(api.get))
export const checkAudit = readFn().validator(input(api.check)).handler(proxy(api.check))
