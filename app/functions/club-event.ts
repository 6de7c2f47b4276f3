import { clubEvent as api } from '#contract/club-event.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listClubEvents = readFn().validator(input(api.list)).handler(proxy(api.list))
export const listShownEvents = readFn().validator(input(api.shown)).handler(proxy(api.shown))
export const createClubEvent = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const getClubEvent = readFn().validator(input(api.get)).handler(proxy(api.get))
export const updateClubEvent = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const removeClubEvent = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
