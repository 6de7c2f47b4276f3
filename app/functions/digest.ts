import { digest as api } from '#contract/digest.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getDigestSubscription = readFn().validator(input(api.subscription)).handler(proxy(api.subscription))
export const subscribeToDigest = writeFn().validator(input(api.subscribe)).handler(proxy(api.subscribe))
export const getDigestPage = readFn().validator(input(api.page)).handler(proxy(api.page))
export const sendDigest = writeFn().validator(input(api.send)).handler(proxy(api.send))
export const getDigestByShop = readFn().validator(input(api.byShop)).handler(proxy(api.byShop))
