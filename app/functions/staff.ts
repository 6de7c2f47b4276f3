import { staff as api } from '#contract/staff.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listStaff = readFn().validator(input(api.list)).handler(proxy(api.list))
