import { missingMember as api } from '#contract/missing-member.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listMissingMembers = readFn().validator(input(api.list)).handler(proxy(api.list))
export const answerMissingMembers = writeFn().validator(input(api.answer)).handler(proxy(api.answer))
export const decideMissingMembers = writeFn().validator(input(api.decide)).handler(proxy(api.decide))
