import { ApiError } from '#contract/errors.ts'

/** Runs `work` when it is the turn of `who`; 429 when too many of theirs wait already. */
export type InTurn = <T>(who: string, work: () => Promise<T>) => Promise<T>

interface Turns {
  atOnce: number
  waiting: number
  /** Milliseconds between a piece of work and the next of the same `who`. */
  pause?: number
}

/** Of each `who`, `atOnce` pieces of work at the same time, and `waiting` more in the order they came. */
export function createTurns({ atOnce, waiting, pause = 0 }: Turns): InTurn {
  const lanes = new Map<string, { running: number; next: (() => void)[] }>()
  return async (who, work) => {
    const lane = lanes.get(who) ?? { running: 0, next: [] }
    lanes.set(who, lane)
    if (lane.running < atOnce) lane.running += 1
    else {
      if (lane.next.length >= waiting) throw new ApiError('rate_limited', { retryAfter: 1 })
      // Whoever ends hands its place on.
      await new Promise<void>((begin) => lane.next.push(begin))
    }
    try {
      return await work()
    } finally {
      if (pause > 0) setTimeout(handOn, pause)
      else handOn()
    }

    function handOn() {
      const begin = lane.next.shift()
      if (begin) begin()
      else lane.running -= 1
      if (lane.running === 0) lanes.delete(who)
    }
  }
}
