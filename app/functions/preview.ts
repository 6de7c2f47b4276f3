import { auth as api } from '#contract/auth.ts'
import { input, proxy } from '~/server/proxy.server'
import { writeFn } from './adminFn'

export const startPreview = writeFn().validator(input(api.startPreview)).handler(proxy(api.startPreview))
export const endPreview = writeFn().validator(input(api.endPreview)).handler(proxy(api.endPreview))
