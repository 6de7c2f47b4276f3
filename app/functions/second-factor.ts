import { secondFactor as api } from '#contract/second-factor.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const getSecondFactor = readFn().validator(input(api.get)).handler(proxy(api.get))
export const startSecondFactor = writeFn().validator(input(api.start)).handler(proxy(api.start))
export const confirmSecondFactor = writeFn().validator(input(api.confirm)).handler(proxy(api.confirm))
export const renewRecoveryCodes = writeFn()
  .validator(input(api.renewRecoveryCodes))
  .handler(proxy(api.renewRecoveryCodes))
export const getSecondFactorDuty = readFn().validator(input(api.duty)).handler(proxy(api.duty))
export const setSecondFactorDuty = writeFn().validator(input(api.setDuty)).handler(proxy(api.setDuty))
export const removeSecondFactor = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
