import { sql } from 'drizzle-orm'
import { mostViewedADay } from '#contract/words/daily-log.ts'
import type { Ctx } from '../context.ts'
import { rowsOf } from '../db/expressions.ts'
import { dailyLogNotice } from '../db/schema/daily-log.ts'
import { tokyoDayOf } from '../lib/time.ts'
import type { Jobs } from '../mail/jobs.ts'
import { notifyAdmins } from './notify-admins.ts'

/**
 * Records whose values an answer shows, by internal member ids and never the values, and notifies admins once a day
 * when there are too many. A member whose values are all masked does not count.
 */
export async function noteViewed(ctx: Ctx, jobs: Jobs, members: readonly number[]): Promise<void> {
  const seen = [...new Set(members)].sort((a, b) => a - b)
  ctx.audit({ filter: { members: seen } })
  if (seen.length === 0) return
  const { staffId } = ctx.principal
  const date = tokyoDayOf(ctx.now)
  // Serialised per person: two simultaneous accesses may exceed the limit only together.
  await ctx.scoped.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`daily_log_viewed.${staffId}`}, 0))`)
  // After the notification the day is no longer counted, because the count costs more with each access.
  const [counted] = await rowsOf<{ members: number }>(
    ctx.scoped,
    sql`
      select case
        when exists (select from daily_log_notice where staff_id = ${Number(staffId)} and date = ${date}) then 0
        else (
          select count(distinct member) from (
            select jsonb_array_elements(filter -> 'members')::integer as member from audit_log
            where actor_staff_id = ${Number(staffId)} and resource_type = 'dailyLog'
              and at >= ${date}::date::timestamp at time zone 'Asia/Tokyo' and jsonb_typeof(filter -> 'members') = 'array'
            union all
            select unnest(${`{${seen.join(',')}}`}::integer[])
          ) looked_at
        ) end as members`,
  )
  if ((counted?.members ?? 0) <= mostViewedADay) return
  const noticed = await ctx.scoped
    .insert(dailyLogNotice)
    .values({ staffId, date, at: ctx.now })
    .onConflictDoNothing()
    .returning({ staffId: dailyLogNotice.staffId })
  if (noticed.length > 0) await notifyAdmins(ctx.scoped, jobs, { kind: 'healthAccess', staffId, date })
}
