import { clubSystem as api } from '#contract/club-system.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getClubSystem = readFn().validator(input(api.get)).handler(proxy(api.get))
export const beginClubSystem = writeFn().validator(input(api.begin)).handler(proxy(api.begin))
export const finishClubSystem = writeFn().validator(input(api.finish)).handler(proxy(api.finish))
export const disconnectClubSystem = writeFn().validator(input(api.disconnect)).handler(proxy(api.disconnect))
export const showWebhookSecret = writeFn().validator(input(api.webhookSecret)).handler(proxy(api.webhookSecret))
export const getClubSystemMapping = readFn().validator(input(api.mapping)).handler(proxy(api.mapping))
export const saveClubSystemMapping = writeFn().validator(input(api.saveMapping)).handler(proxy(api.saveMapping))
export const getClubSystemRuns = readFn().validator(input(api.runs)).handler(proxy(api.runs))
export const startClubSystemRun = writeFn().validator(input(api.startRun)).handler(proxy(api.startRun))
export const stopClubSystemRun = writeFn().validator(input(api.stopRun)).handler(proxy(api.stopRun))
export const listUnreadRows = readFn().validator(input(api.unread)).handler(proxy(api.unread))
export const setUnreadRowAside = writeFn().validator(input(api.setAside)).handler(proxy(api.setAside))
export const getClubMerge = readFn().validator(input(api.merge)).handler(proxy(api.merge))
export const listClubMerges = readFn().validator(input(api.merges)).handler(proxy(api.merges))
export const listMergeRows = readFn().validator(input(api.mergeRows)).handler(proxy(api.mergeRows))
export const compareClubSample = writeFn().validator(input(api.compareSample)).handler(proxy(api.compareSample))
export const chooseClubMerge = writeFn().validator(input(api.chooseMerge)).handler(proxy(api.chooseMerge))
export const answerClubMerge = writeFn().validator(input(api.answerMerge)).handler(proxy(api.answerMerge))
export const takeBackClubMerge = writeFn().validator(input(api.takeBackMerge)).handler(proxy(api.takeBackMerge))
export const answerClubSystemWord = writeFn().validator(input(api.answerWord)).handler(proxy(api.answerWord))
