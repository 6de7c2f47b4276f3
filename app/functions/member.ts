import { member as api } from '#contract/member.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listMembers = readFn().validator(input(api.list)).handler(proxy(api.list))
export const exportMembers = readFn().validator(input(api.list)).handler(exportCsv(api.list))
export const getMember = readFn().validator(input(api.get)).handler(proxy(api.get))
