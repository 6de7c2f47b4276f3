import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { oneAtATime } from '../db/one-at-a-time.ts'
import { rollupCheck } from '../db/schema/derived.ts'
import { toTokyoDateTime } from '../lib/time.ts'
import type { Log } from '../process/log.ts'
import { isAnythingLeft } from './count-later.ts'
import { type Differing, differingMonths, monthsToCheck } from './rebuild.ts'

/**
 * Compares the rollups with a recomputation once a calendar month in Asia/Tokyo: at night, or from the 3rd on at any
 * hour where the nights were missed. Called regularly. The result is logged and stored in `rollup_check`. Concurrent
 * requests wait for one shop's month at most. Only one of several processes runs it. When it fails, or `stopping` is
 * aborted, it throws and stays due; it also stays due while months are left to be counted.
 */
export async function checkMonthly(database: Database, now: Date, log: Log, stopping?: AbortSignal): Promise<void> {
  const { db } = database
  const month = `${toTokyoDateTime(now).slice(0, 7)}-01`
  if (!isTime(now) || (await isChecked(db, month))) return
  await oneAtATime(database, 'rollup_check', async () => {
    // Another process may have finished it meanwhile.
    if (await isChecked(db, month)) return
    const range = await monthsToCheck(db)
    if (!range) return
    // What an import left is counted first: an hour later the check is due again.
    if (await isAnythingLeft(db)) return
    const found = await differingMonths(db, range, { between: rests(stopping) })
    if (await isAnythingLeft(db)) return
    await db.insert(rollupCheck).values({ month, checkedAt: now, differing: found.length }).onConflictDoNothing()
    const span = `${range.from.slice(0, 7)} to ${range.to.slice(0, 7)}`
    log.event({
      event: 'rollup_check',
      detail: `${span}: ${found.length === 0 ? 'nothing differs' : `${found.length} differ: ${listed(found)}`}`,
      level: found.length === 0 ? 'info' : 'error',
    })
  })
}

function isTime(now: Date): boolean {
  const tokyo = toTokyoDateTime(now)
  const [day, hour] = [Number(tokyo.slice(8, 10)), Number(tokyo.slice(11, 13))]
  return day >= 3 || (hour >= 2 && hour <= 4)
}

async function isChecked(db: Db, month: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from rollup_check where month = ${month}`)
  return rows.length > 0
}

/** Pauses as long as the work before took, which leaves half of the time to others. */
function rests(stopping: AbortSignal | undefined): () => Promise<void> {
  let since = performance.now()
  return async () => {
    await setTimeout(performance.now() - since, undefined, { signal: stopping })
    since = performance.now()
  }
}

const listedAtMost = 20

function listed(found: Differing[]): string {
  const first = found
    .slice(0, listedAtMost)
    .map(({ month, shopId, rollup }) => `${month} ${shopId === '0' ? 'chain' : `shop ${shopId}`} ${rollup}`)
  return [...first, ...(found.length > listedAtMost ? [`and ${found.length - listedAtMost} more`] : [])].join(', ')
}
