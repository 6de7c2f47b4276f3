import { shopTarget as api } from '#contract/shop-target.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getTargets = readFn().validator(input(api.year)).handler(proxy(api.year))
export const saveTargets = writeFn().validator(input(api.save)).handler(proxy(api.save))
