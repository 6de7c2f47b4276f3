import { user as api } from '#contract/user.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const getMe = readFn().validator(input(api.me)).handler(proxy(api.me))
