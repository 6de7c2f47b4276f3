import { auth as api } from '#contract/auth.ts'
import { input, proxy } from '~/server/proxy.server'
import { writeFn } from './adminFn'

export const enterWithCode = writeFn().validator(input(api.secondFactor)).handler(proxy(api.secondFactor))
