import { dataExport as api } from '#contract/data-export.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getDataExport = readFn().validator(input(api.get)).handler(proxy(api.get))
export const createDataExport = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const getDataExportPart = readFn().validator(input(api.part)).handler(proxy(api.part))
export const removeDataExport = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
