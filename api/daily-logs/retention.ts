import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { addDays } from '../figures/periods.ts'
import { tokyoDayOf } from '../lib/time.ts'
import { weekOf } from './weeks.ts'

/** Members' days are kept for a year, then deleted everywhere. */
const keptDays = 365
/** Batch size: with the embedded database a concurrent request waits at most a tenth of a second. */
const removedAtOnce = 2_000

/** The first day that is kept: a Monday, so that no week is cut. */
export const oldestDay = (now: Date) => weekOf(addDays(tokyoDayOf(now), -keptDays))

/** Weeks of such days are not published again, so their changes are not recorded. */
const removeSome = (db: Db, oldest: string) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local app.bulk = 'on'`)
    const { rows } = await tx.execute<{ removed: number }>(sql`
      with gone as (
        delete from daily_log where id in (select id from daily_log where date < ${oldest} limit ${removedAtOnce}) returning 1
      ) select count(*)::integer as removed from gone`)
    return rows[0]?.removed ?? 0
  })

/** Deletes expired days, and yesterday's reveals. */
export async function forgetOldDays(db: Db, now: Date): Promise<void> {
  const oldest = oldestDay(now)
  while ((await removeSome(db, oldest)) === removedAtOnce);
  await db.execute(sql`delete from daily_log_week where week < ${oldest}`)
  await db.execute(sql`delete from daily_log_change where week < ${oldest}`)
  await db.execute(sql`delete from member_transfer where moved_on < ${oldest}::date - 14`)
  await db.execute(
    sql`delete from daily_log_reveal where until < ${new Date(now.getTime() - 24 * 3_600_000).toISOString()}::timestamptz`,
  )
}
