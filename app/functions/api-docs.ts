import { apiDocs as api } from '#contract/api-docs.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listApiOperations = readFn().validator(input(api.list)).handler(proxy(api.list))
export const getApiOperation = readFn().validator(input(api.get)).handler(proxy(api.get))
