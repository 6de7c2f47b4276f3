import { mailTemplate as api } from '#contract/mail-template.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listMailTemplates = readFn().validator(input(api.list)).handler(proxy(api.list))
export const getMailTemplate = readFn().validator(input(api.get)).handler(proxy(api.get))
export const createMailTemplate = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const updateMailTemplate = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const removeMailTemplate = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
