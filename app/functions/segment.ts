import { segment as api } from '#contract/segment.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listSegments = readFn().validator(input(api.list)).handler(proxy(api.list))
export const createSegment = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const removeSegment = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
