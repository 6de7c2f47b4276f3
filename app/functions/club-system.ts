import { clubSystem as api } from '#contract/club-system.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getClubSystem = readFn().validator(input(api.get)).handler(proxy(api.get))
export const beginClubSystem = writeFn().validator(input(api.begin)).handler(proxy(api.begin))
export const finishClubSystem = writeFn().validator(input(api.finish)).handler(proxy(api.finish))
export const disconnectClubSystem = writeFn().validator(input(api.disconnect)).handler(proxy(api.disconnect))
export const getClubSystemMapping = readFn().validator(input(api.mapping)).handler(proxy(api.mapping))
export const saveClubSystemMapping = writeFn().validator(input(api.saveMapping)).handler(proxy(api.saveMapping))
