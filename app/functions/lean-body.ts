import { leanBody as api } from '#contract/lean-body.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listLeanBody = readFn().validator(input(api.list)).handler(proxy(api.list))
export const listLeanBodyChoices = readFn().validator(input(api.choices)).handler(proxy(api.choices))
export const getLeanBody = readFn().validator(input(api.get)).handler(proxy(api.get))
export const changeLeanBodies = writeFn().validator(input(api.bulk)).handler(proxy(api.bulk))
export const updateLeanBody = writeFn().validator(input(api.update)).handler(proxy(api.update))
