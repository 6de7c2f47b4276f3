import { activity as api } from '#contract/activity.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listActivities = readFn().validator(input(api.list)).handler(proxy(api.list))
export const summariseActivities = readFn().validator(input(api.summary)).handler(proxy(api.summary))
