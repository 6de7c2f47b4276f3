import { today as api } from '#contract/today.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const getToday = readFn().validator(input(api.get)).handler(proxy(api.get))
