import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { Database } from '../db/client.ts'
import { sharedLimiter } from '../db/rate-count.ts'
import { createTurns } from '../lib/turns.ts'
import { networkOf } from './address.ts'

/** Calls per minute and person: normal work makes tens; only a script makes hundreds. */
export interface Rates {
  read: number
  write: number
  csv: number
  /** Overrides the limits of the contract, for tests. */
  ofRows?: number
  /** Sign-ins per minute and network: a club's whole staff may share one address. */
  signIn: number
  /** Public pages, per minute and network. */
  pages: number
  /** Webhooks of the club system, per minute and network, whoever signed them. */
  webhooks: number
  /** Concurrent sign-ins per network; twice as many may wait. */
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
  webhooks: 600,
  signInsAtOnce: 10,
  refused: 300,
}

/** The part of one process in a limit of all. */
export const partOf = (limit: number, processes: number) => Math.ceil(limit / processes)

const limiterOf = (points: number) => new RateLimiterMemory({ points, duration: 60 })

/** Counts a call; 429 beyond the limit. */
async function take(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    throw new ApiError('rate_limited', { retryAfter: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)) })
  }
}

/**
 * Counted in this process's memory, because a read must not cost a write: of several processes each has its part.
 */
export function createRateLimit(rates: Pick<Rates, 'read' | 'write' | 'csv' | 'ofRows'>, processes: number) {
  const ownOf = (limit: number) => limiterOf(partOf(limit, processes))
  const general = { read: ownOf(rates.read), write: ownOf(rates.write), csv: ownOf(rates.csv) }
  const special = new Map<Endpoint, RateLimiterMemory>()

  return async function spend(staffId: string, endpoint: Endpoint, kind: 'read' | 'write' | 'csv'): Promise<void> {
    if (endpoint.rate && !special.has(endpoint)) special.set(endpoint, ownOf(rates.ofRows ?? endpoint.rate))
    await take(special.get(endpoint) ?? general[kind], staffId)
  }
}

/**
 * Calls without a session, counted per network; an unknown network is not limited. Sign-ins, codes and links are counted
 * by all processes together: guessing gains nothing by another one.
 */
export function createStrangers(
  {
    signIn,
    pages,
    webhooks,
    signInsAtOnce,
    refused,
  }: Pick<Rates, 'signIn' | 'pages' | 'webhooks' | 'signInsAtOnce' | 'refused'>,
  { database, processes }: { database: Pick<Database, 'kind' | 'db'>; processes: number },
) {
  const signIns = sharedLimiter(database, { name: 'sign-in', points: signIn, duration: 60 })
  const ownOf = (limit: number) => limiterOf(partOf(limit, processes))
  const [readings, refusals, hints] = [ownOf(pages), ownOf(refused), ownOf(webhooks)]
  const atOnce = partOf(signInsAtOnce, processes)
  const inTurn = createTurns({ atOnce, waiting: 2 * atOnce })
  return {
    /** Runs a sign-in in its network's queue; 429 when the queue is full. */
    async signIn<T>(address: string | null, work: () => Promise<T>): Promise<T> {
      if (address === null) return work()
      const network = networkOf(address)
      await take(signIns, network)
      return inTurn(network, work)
    },
    /** Counts a public page; 429 beyond the limit, which does not affect signing in. */
    async read<T>(address: string | null, work: () => Promise<T>): Promise<T> {
      if (address !== null) await take(readings, networkOf(address))
      return work()
    },
    /** Counts a webhook before anything of it is read; 429 beyond the limit. */
    async webhook(address: string | null): Promise<void> {
      if (address !== null) await take(hints, networkOf(address))
    },
    /** Counts a call without a live session; beyond the limit 429 instead of 401. */
    async refused(address: string | null): Promise<void> {
      if (address !== null) await take(refusals, networkOf(address))
    },
  }
}

/**
 * Concurrent writes per person: what they read, parse and prepare. Their transactions take turns like those of reads;
 * with three at once the queue sees whether more than one waits there.
 */
export const createWriteTurns = (processes: number) => createTurns({ atOnce: partOf(3, processes), waiting: 30 })
