import { healthcareType as api } from '#contract/daily-log.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listHealthcareTypes = readFn().validator(input(api.list)).handler(proxy(api.list))
