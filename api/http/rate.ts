import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { createTurns } from '../turns.ts'

/** Calls per minute and person. Normal work makes tens; only a script makes hundreds. */
export interface Rates {
  read: number
  write: number
  csv: number
  /** Instead of what a row of the contract says, for tests that call one of them a hundred times. */
  ofRows?: number
}

export const defaultRates: Rates = { read: 600, write: 120, csv: 20 }

/**
 * Counts in this process's memory: a read must not cost a write, and with several processes the limit is merely as
 * many times higher. What must hold across processes, the lock on sign-in, is in the database.
 */
export function createRateLimit(rates: Rates) {
  const limiterOf = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  const general = { read: limiterOf(rates.read), write: limiterOf(rates.write), csv: limiterOf(rates.csv) }
  const special = new Map<Endpoint, RateLimiterMemory>()

  return async function spend(staffId: string, endpoint: Endpoint, kind: 'read' | 'write' | 'csv'): Promise<void> {
    if (endpoint.rate && !special.has(endpoint)) special.set(endpoint, limiterOf(rates.ofRows ?? endpoint.rate))
    try {
      await (special.get(endpoint) ?? general[kind]).consume(staffId)
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection
      throw new ApiError('rate_limited', { retryAfter: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)) })
    }
  }
}

/** How many calls of one person are under way at the same time; a screen asks for few, and the rest waits in order. */
export const createCallTurns = () => ({
  read: createTurns({ atOnce: 4, waiting: 60 }),
  write: createTurns({ atOnce: 2, waiting: 30 }),
  // PGlite works on the event loop: only in a pause does it hear of others, and accepts their connections.
  long: createTurns({ atOnce: 1, waiting: 30, pause: 25 }),
})
