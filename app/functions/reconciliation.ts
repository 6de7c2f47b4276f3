import { reconciliation as api } from '#contract/reconciliation.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getReconciliation = readFn().validator(input(api.get)).handler(proxy(api.get))
export const listReconciliationRows = readFn().validator(input(api.rows)).handler(proxy(api.rows))
export const createReconciliation = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const removeReconciliation = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
