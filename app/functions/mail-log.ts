import { mailLog as api } from '#contract/mail.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listMailLogs = readFn().validator(input(api.list)).handler(proxy(api.list))
export const exportMailLogs = readFn().validator(input(api.list)).handler(exportCsv(api.list))
export const getMailLog = readFn().validator(input(api.get)).handler(proxy(api.get))
export const listMailRecipients = readFn().validator(input(api.recipients)).handler(proxy(api.recipients))
export const cancelMail = writeFn().validator(input(api.cancel)).handler(proxy(api.cancel))
