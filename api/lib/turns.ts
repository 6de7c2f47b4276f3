import { ApiError } from '#contract/errors.ts'

/** Runs `work` in the queue of `who`; 429 when too many of theirs wait already. */
export type InTurn = <T>(who: string, work: () => Promise<T>) => Promise<T>

interface Turns {
  atOnce: number
  waiting: number
}

/** Per `who`, `atOnce` concurrent pieces of work, and `waiting` more in order. */
export function createTurns({ atOnce, waiting }: Turns): InTurn {
  const lanes = new Map<string, { running: number; next: (() => void)[] }>()
  return async (who, work) => {
    const lane = lanes.get(who) ?? { running: 0, next: [] }
    lanes.set(who, lane)
    if (lane.running < atOnce) lane.running += 1
    else {
      if (lane.next.length >= waiting) throw new ApiError('rate_limited', { retryAfter: 1 })
      // The next in line takes over the place.
      await new Promise<void>((begin) => lane.next.push(begin))
    }
    try {
      return await work()
    } finally {
      const begin = lane.next.shift()
      if (begin) begin()
      else lane.running -= 1
      if (lane.running === 0) lanes.delete(who)
    }
  }
}
