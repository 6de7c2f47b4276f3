import { image as api } from '#contract/image.ts'
import { input, proxy } from '~/server/proxy.server'
import { writeFn } from './adminFn'

export const createImage = writeFn().validator(input(api.create)).handler(proxy(api.create))
