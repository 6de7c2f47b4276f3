import { savedView as api } from '#contract/saved-view.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listSavedViews = readFn().validator(input(api.list)).handler(proxy(api.list))
export const createSavedView = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const updateSavedView = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const removeSavedView = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
