import { gt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { mailPause } from '../db/schema/mail.ts'

/** The first pause, doubled with each that follows without an accepted letter, up to an hour (minutes). */
const firstPause = 5
const longestPause = 60

/** Until when no letter is sent because the mail server takes no more, and its reply; null: letters are sent. */
export async function currentPause(db: Pick<Db, 'select'>, now: Date) {
  const [pause] = await db
    .select({ until: mailPause.until, detail: mailPause.detail })
    .from(mailPause)
    .where(gt(mailPause.until, now))
  return pause ?? null
}

/** Stops all letters for a while; those that were in flight do not make it longer. */
export async function startPause(db: Db, detail: string, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const after = (times: number | typeof mailPause.times) =>
    sql`${at} + least(${longestPause}, ${firstPause} * 2 ^ ${times}::integer) * interval '1 minute'`
  await db
    .insert(mailPause)
    .values({ id: 1, since: now, until: after(0) as never, times: 1, detail })
    .onConflictDoUpdate({
      target: mailPause.id,
      set: { until: after(mailPause.times), times: sql`least(${mailPause.times} + 1, 10)`, detail },
      setWhere: sql`${mailPause.until} <= ${at}`,
    })
}
