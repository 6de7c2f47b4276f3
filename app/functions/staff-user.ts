import { user as api } from '#contract/user.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getOwnProfile = readFn().validator(input(api.profile)).handler(proxy(api.profile))
export const createStaffUser = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const changeOwnEmail = writeFn().validator(input(api.changeEmail)).handler(proxy(api.changeEmail))
export const updateStaffUser = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const removeStaffUser = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
