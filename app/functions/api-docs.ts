import { apiDocs as api } from '#contract/api-docs.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listApiOperations = readFn().validator(input(api.operations)).handler(proxy(api.operations))
export const getApiOperation = readFn().validator(input(api.operation)).handler(proxy(api.operation))
