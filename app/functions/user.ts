import { user as api } from '#contract/user.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const getMe = readFn().validator(input(api.me)).handler(proxy(api.me))
export const listMembers = readFn().validator(input(api.memberList)).handler(proxy(api.memberList))
export const exportMembers = readFn().validator(input(api.memberList)).handler(exportCsv(api.memberList))
export const getMember = readFn().validator(input(api.get)).handler(proxy(api.get))
