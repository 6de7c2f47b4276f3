import { column as api } from '#contract/column.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listColumns = readFn().validator(input(api.list)).handler(proxy(api.list))
export const getColumn = readFn().validator(input(api.get)).handler(proxy(api.get))
export const createColumn = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const updateColumn = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const removeColumn = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
export const setColumnOrder = writeFn().validator(input(api.setOrder)).handler(proxy(api.setOrder))
export const listColumnTexts = readFn().validator(input(api.texts)).handler(proxy(api.texts))
export const listColumnTags = readFn().validator(input(api.tags)).handler(proxy(api.tags))
