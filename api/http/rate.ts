import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { createTurns } from '../lib/turns.ts'
import { networkOf } from './address.ts'

/** Calls per minute and person: normal work makes tens; only a script makes hundreds. */
export interface Rates {
  read: number
  write: number
  csv: number
  /** Instead of what a row of the contract says, for tests that call one of them a hundred times. */
  ofRows?: number
  /** Sign-ins per minute and network: a club's whole staff may be behind one address. */
  signIn: number
  /** Pages that anybody reads, per minute and network. */
  pages: number
  /** How many sign-ins of one network are worked on at the same time; twice as many wait. */
  signInsAtOnce: number
  /** Calls without a live session per minute and network. */
  refused: number
}

export const defaultRates: Rates = {
  read: 600,
  write: 120,
  csv: 20,
  signIn: 120,
  pages: 600,
  signInsAtOnce: 10,
  refused: 300,
}

const limiterOf = (points: number) => new RateLimiterMemory({ points, duration: 60 })

/** Counts one; 429 beyond the limit. */
async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    throw new ApiError('rate_limited', { retryAfter: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)) })
  }
}

/**
 * Counts in this process's memory: a read must not cost a write, and with several processes the limit is merely as
 * many times higher. What must hold across processes, the lock on sign-in, is in the database.
 */
export function createRateLimit(rates: Pick<Rates, 'read' | 'write' | 'csv' | 'ofRows'>) {
  const general = { read: limiterOf(rates.read), write: limiterOf(rates.write), csv: limiterOf(rates.csv) }
  const special = new Map<Endpoint, RateLimiterMemory>()

  return async function spend(staffId: string, endpoint: Endpoint, kind: 'read' | 'write' | 'csv'): Promise<void> {
    if (endpoint.rate && !special.has(endpoint)) special.set(endpoint, limiterOf(rates.ofRows ?? endpoint.rate))
    await take(special.get(endpoint) ?? general[kind], staffId)
  }
}

/** What nobody has signed in for, counted by the network that it comes from; one that is not known is not counted. */
export function createStrangers({
  signIn,
  pages,
  signInsAtOnce,
  refused,
}: Pick<Rates, 'signIn' | 'pages' | 'signInsAtOnce' | 'refused'>) {
  const [signIns, readings, refusals] = [limiterOf(signIn), limiterOf(pages), limiterOf(refused)]
  const inTurn = createTurns({ atOnce: signInsAtOnce, waiting: 2 * signInsAtOnce })
  return {
    /** Does the work of a sign-in in its network's turn; 429 when there are too many. */
    async signIn<T>(address: string | null, work: () => Promise<T>): Promise<T> {
      if (address === null) return work()
      const network = networkOf(address)
      await take(signIns, network)
      return inTurn(network, work)
    },
    /** Reads a page; 429 when there are too many. Whoever reads a lot can still sign in. */
    async read<T>(address: string | null, work: () => Promise<T>): Promise<T> {
      if (address !== null) await take(readings, networkOf(address))
      return work()
    },
    /** Counts a call without a live session; 429 instead of its 401 when there are too many. */
    async refused(address: string | null): Promise<void> {
      if (address !== null) await take(refusals, networkOf(address))
    },
  }
}

/** How many calls of one person are under way at the same time; a screen asks for few, and the rest waits in order. */
export const createCallTurns = () => ({
  read: createTurns({ atOnce: 4, waiting: 60 }),
  write: createTurns({ atOnce: 2, waiting: 30 }),
  // PGlite works on the event loop: only in a pause does it hear of others, and accepts their connections.
  long: createTurns({ atOnce: 1, waiting: 30, pause: 25 }),
})
