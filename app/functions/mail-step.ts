import { mailStep as api } from '#contract/mail-step.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listMailSteps = readFn().validator(input(api.list)).handler(proxy(api.list))
export const getMailStep = readFn().validator(input(api.get)).handler(proxy(api.get))
export const createMailStep = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const updateMailStep = writeFn().validator(input(api.update)).handler(proxy(api.update))
export const removeMailStep = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
export const tryMailStep = readFn().validator(input(api.dryRun)).handler(proxy(api.dryRun))
export const listMailStepEnrolments = readFn().validator(input(api.enrolments)).handler(proxy(api.enrolments))
export const enrolInMailStep = writeFn().validator(input(api.enrol)).handler(proxy(api.enrol))
export const listMailStepsOfMember = readFn().validator(input(api.ofMember)).handler(proxy(api.ofMember))
