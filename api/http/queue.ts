import type { Cost } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { Database } from '../db/client.ts'
import { partOf } from './rate.ts'

/** How many transactions run at once. */
interface AtOnce {
  inAll: number
  /** Of one person. */
  ofOne: number
}

export interface Limits {
  every: AtOnce
  /** Of those, heavy ones. */
  heavy: AtOnce
  /** Transactions of one person that may wait, others are refused. */
  waiting: number
  /** How long one may wait, in milliseconds. */
  patience: number
  /** Whether a person pauses, while others come, after work that nobody could interrupt; false in tests of races. */
  isPausing: boolean
}

/**
 * The embedded database runs one statement at a time, and lets a person's next one come after others'. Of PostgreSQL's
 * ten connections some are left for sessions and jobs.
 */
export const queueLimits: Record<Database['kind'], Limits> = {
  pglite: {
    every: { inAll: 8, ofOne: 1 },
    heavy: { inAll: 4, ofOne: 1 },
    waiting: 60,
    patience: 10_000,
    isPausing: true,
  },
  postgres: {
    every: { inAll: 8, ofOne: 3 },
    heavy: { inAll: 4, ofOne: 1 },
    waiting: 60,
    patience: 10_000,
    isPausing: true,
  },
}

/** The limits of one of several processes: a person's turns and heavy work are shared out, connections are its own. */
export const limitsOfOne = ({ every, heavy, ...rest }: Limits, processes: number): Limits => ({
  ...rest,
  every: { ...every, ofOne: partOf(every.ofOne, processes) },
  heavy: { inAll: partOf(heavy.inAll, processes), ofOne: partOf(heavy.ofOne, processes) },
})

/** Others count as coming for so many milliseconds after their last call. */
const recently = 10_000
const longestPause = 5_000
/** So much of what nobody can interrupt runs and waits of a person at work; only those with more pause. */
const mostAtWork = 1

/**
 * How many times as long as it took a person with much waiting pauses after work that nobody could interrupt, so that
 * fewer than one of twenty calls of others meets any.
 */
const pauses = 29

const pauseAfter = (took: number) => Math.min(pauses * took, longestPause)

/** One transaction of a person. */
interface Work {
  who: string
  cost: Cost
  /** Nobody else's can interrupt it: a write keeps the API's thread busy, and the one connection where there is one. */
  isAlone: boolean
  /** Aborts where its caller no longer waits. */
  gone?: () => AbortSignal
}

interface Lane {
  running: number
  heavy: number
  /** Of those that run, what nobody can interrupt. */
  alone: number
  next: (Work & { begin: () => void })[]
}

export type Queue = ReturnType<typeof createQueue>

/**
 * The queue before the database (decision 0063): people take turns, one transaction each, however many of theirs wait.
 * Too many of one person are refused with 429, and those that wait too long with 503.
 */
export function createQueue({ every, heavy, waiting, patience, isPausing }: Limits) {
  /** In the order of turns: whoever has begun, or ended, is the last. */
  const lanes = new Map<string, Lane>()
  const running = { all: 0, heavy: 0 }
  /** When each person has come last, the latest at the end. */
  const came = new Map<string, number>()
  const pausedUntil = new Map<string, number>()

  function isPaused(who: string, now: number): boolean {
    if ((pausedUntil.get(who) ?? 0) <= now) return false
    return [...came].some(([other, at]) => other !== who && now - at < recently)
  }

  function handOut() {
    const now = performance.now()
    for (const [who, lane] of lanes) {
      if (running.all >= every.inAll) return
      if (lane.running >= every.ofOne) continue
      const mayBeHeavy = running.heavy < heavy.inAll && lane.heavy < heavy.ofOne
      const isGreedy = lane.alone + lane.next.filter(({ isAlone }) => isAlone).length > mostAtWork
      const at = lane.next.findIndex(
        (one) => (one.cost === 'light' || mayBeHeavy) && !(isGreedy && one.isAlone && isPaused(who, now)),
      )
      const [work] = at < 0 ? [] : lane.next.splice(at, 1)
      if (!work) continue
      work.begin()
      toTheEnd(who, lane)
    }
  }

  function count(lane: Lane, { cost, isAlone }: Work, by: 1 | -1) {
    lane.running += by
    running.all += by
    if (isAlone) lane.alone += by
    if (cost === 'light') return
    lane.heavy += by
    running.heavy += by
  }

  function note(who: string) {
    const now = performance.now()
    came.delete(who)
    came.set(who, now)
    for (const [other, at] of came) {
      if (now - at < recently) return
      came.delete(other)
      pausedUntil.delete(other)
    }
  }

  function pause(who: string, took: number) {
    const until = performance.now() + pauseAfter(took)
    // A short one does not end the pause of a long one.
    pausedUntil.set(who, Math.max(until, pausedUntil.get(who) ?? 0))
    setTimeout(handOut, pauseAfter(took) + 1).unref()
  }

  /** Resolves when it is this work's turn. */
  function turn(lane: Lane, work: Work): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      let hasBegun = false
      const begin = () => {
        hasBegun = true
        clearTimeout(late)
        count(lane, work, 1)
        resolve()
      }
      const piece = { ...work, begin }
      const giveUp = (error: ApiError) => {
        if (hasBegun) return
        clearTimeout(late)
        lane.next.splice(lane.next.indexOf(piece), 1)
        if (lane.running === 0 && lane.next.length === 0) lanes.delete(work.who)
        reject(error)
      }
      const late = setTimeout(() => giveUp(new ApiError('busy', { retryAfter: 2 })), patience)
      lane.next.push(piece)
      handOut()
      if (!hasBegun) work.gone?.().addEventListener('abort', () => giveUp(new ApiError('aborted')), { once: true })
    })
  }

  function toTheEnd(who: string, lane: Lane) {
    lanes.delete(who)
    if (lane.running > 0 || lane.next.length > 0) lanes.set(who, lane)
  }

  /** Runs one transaction in its turn. */
  return async <T>(work: Work, perform: () => Promise<T>): Promise<T> => {
    const { who, isAlone } = work
    const lane = lanes.get(who) ?? { running: 0, heavy: 0, alone: 0, next: [] }
    if (lane.next.length >= waiting) throw new ApiError('rate_limited', { retryAfter: 1 })
    lanes.set(who, lane)
    note(who)
    await turn(lane, work)
    const started = performance.now()
    try {
      return await perform()
    } finally {
      count(lane, work, -1)
      if (isAlone && isPausing) pause(who, performance.now() - started)
      toTheEnd(who, lane)
      handOut()
    }
  }
}
