import { staff as api } from '#contract/staff.ts'
import { input, proxy } from '~/server/proxy.server'
import { writeFn } from './adminFn'

export const changePassword = writeFn().validator(input(api.changePassword)).handler(proxy(api.changePassword))
