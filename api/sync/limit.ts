import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { callsPerSecond } from './hacomono/limit.ts'

/** A clock that has jumped back, or another process's, delays nobody for longer. */
const mostSeconds = 60

type Sleep = (ms: number) => Promise<unknown>

/**
 * Waits until the club system may be called again: of all processes of this database the calls are spaced so that no
 * second has too many. Before the first connection nothing waits.
 */
export const limitOf =
  ({ db }: Pick<Database, 'db'>, clock: () => Date, sleep: Sleep = (ms) => setTimeout(ms)) =>
  async (): Promise<void> => {
    const now = clock()
    const at = sql`${now.toISOString()}::timestamptz`
    const space = 1000 / callsPerSecond
    const { rows } = await db.execute<{ wait: number }>(sql`
      update club_connection
      set next_call_at = least(greatest(coalesce(next_call_at, ${at}), ${at}), ${at} + make_interval(secs => ${mostSeconds}))
        + make_interval(secs => ${space / 1000})
      returning extract(epoch from next_call_at - ${at})::float8 * 1000 - ${space}::float8 as wait`)
    const wait = Math.ceil(Number(rows[0]?.wait ?? 0))
    if (wait > 0) await sleep(wait)
  }
