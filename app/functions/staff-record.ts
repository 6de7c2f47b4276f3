import { staff as api } from '#contract/staff.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getStaff = readFn().validator(input(api.get)).handler(proxy(api.get))
export const registerStaff = writeFn().validator(input(api.register)).handler(proxy(api.register))
export const createStaff = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const inviteStaff = writeFn().validator(input(api.invite)).handler(proxy(api.invite))
export const sendPasswordReset = writeFn().validator(input(api.sendPasswordReset)).handler(proxy(api.sendPasswordReset))
export const updateStaff = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const readStaffWork = readFn().validator(input(api.work)).handler(proxy(api.work))
export const retireStaff = writeFn().validator(input(api.retire)).handler(proxy(api.retire))
export const approveReader = writeFn().validator(input(api.approveReader)).handler(proxy(api.approveReader))
export const resetSecondFactor = writeFn().validator(input(api.resetSecondFactor)).handler(proxy(api.resetSecondFactor))
export const removeStaff = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
export const setStaffShops = writeFn().validator(input(api.setShops)).handler(proxy(api.setShops))
