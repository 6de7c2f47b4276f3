import { mailConsent as api } from '#contract/mail-consent.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getMailConsent = readFn().validator(input(api.get)).handler(proxy(api.get))
export const recordMailConsent = writeFn().validator(input(api.record)).handler(proxy(api.record))
export const sendConsentLink = writeFn().validator(input(api.sendLink)).handler(proxy(api.sendLink))
