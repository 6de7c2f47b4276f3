import { search as api } from '#contract/search.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const searchRecords = readFn().validator(input(api.find)).handler(proxy(api.find))
