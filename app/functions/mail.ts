import { mail as api } from '#contract/mail.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const sendMail = writeFn().validator(input(api.send)).handler(proxy(api.send))
export const previewMail = writeFn().validator(input(api.preview)).handler(proxy(api.preview))
export const getMailSender = readFn().validator(input(api.sender)).handler(proxy(api.sender))
export const liftBounce = writeFn().validator(input(api.lift)).handler(proxy(api.lift))
export const testMail = writeFn().validator(input(api.test)).handler(proxy(api.test))
