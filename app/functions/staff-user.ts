import { user as api } from '#contract/user.ts'
import { input, proxy } from '~/server/proxy.server'
import { writeFn } from './adminFn'

export const updateStaffUser = writeFn().validator(input(api.update)).handler(proxy(api.update))
