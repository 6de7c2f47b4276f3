import { club as api } from '#contract/club.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getFirstSteps = readFn().validator(input(api.firstSteps)).handler(proxy(api.firstSteps))
export const skipSteps = writeFn().validator(input(api.skipSteps)).handler(proxy(api.skipSteps))
