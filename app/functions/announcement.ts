import { announcement as api } from '#contract/announcement.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listAnnouncements = readFn().validator(input(api.list)).handler(proxy(api.list))
export const getAnnouncement = readFn().validator(input(api.get)).handler(proxy(api.get))
export const createAnnouncement = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const updateAnnouncement = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const removeAnnouncement = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
