import { member as api } from '#contract/member.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const updateMember = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const changeMembers = writeFn().validator(input(api.bulk)).handler(proxy(api.bulk))
export const approveTrainers = writeFn().validator(input(api.approveTrainers)).handler(proxy(api.approveTrainers))
export const listMemberPlans = readFn().validator(input(api.plans)).handler(proxy(api.plans))
export const listMemberTickets = readFn().validator(input(api.tickets)).handler(proxy(api.tickets))
export const getMemberVisits = readFn().validator(input(api.visits)).handler(proxy(api.visits))
export const listMemberPayments = readFn().validator(input(api.payments)).handler(proxy(api.payments))
export const listMemberChanges = readFn().validator(input(api.history)).handler(proxy(api.history))
