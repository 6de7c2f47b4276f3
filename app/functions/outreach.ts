import { outreach as api } from '#contract/outreach.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listOutreach = readFn().validator(input(api.list)).handler(proxy(api.list))
export const createOutreach = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const removeOutreach = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
export const listMembersToTalk = readFn().validator(input(api.toTalk)).handler(proxy(api.toTalk))
export const listMembersUnpaid = readFn().validator(input(api.unpaid)).handler(proxy(api.unpaid))
