import { chosenValue as api } from '#contract/chosen-value.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listChosenValues = readFn().validator(input(api.list)).handler(proxy(api.list))
export const letGoChosenValues = writeFn().validator(input(api.letGo)).handler(proxy(api.letGo))
