import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { rowsOf } from '../db/expressions.ts'
import { dailyLogNotice } from '../db/schema/daily-log.ts'
import { staff } from '../db/schema/organisation.ts'
import { tokyoDayOf } from '../lib/time.ts'
import type { Jobs } from '../mail/jobs.ts'

/** Whose values somebody may look at in a day without an admin being told. */
export const mostViewedADay = 50

/**
 * Writes down whose values an answer shows, by the members' own ids and never what they are, and tells admins once a
 * day when they have become many. A member of whom something is listed, and every value masked, counts as not seen.
 */
export async function noteViewed(ctx: Ctx, jobs: Jobs, members: readonly number[]): Promise<void> {
  const seen = [...new Set(members)].sort((a, b) => a - b)
  ctx.audit({ filter: { members: seen } })
  if (seen.length === 0) return
  const { staffId } = ctx.principal
  const date = tokyoDayOf(ctx.now)
  // One's looks of the same moment wait for each other: together they may be the many that neither is.
  await ctx.scoped.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`daily_log_viewed.${staffId}`}, 0))`)
  // Once told, a day's looks are counted no more: they grow with each.
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
  if (noticed.length === 0) return
  const admins = await ctx.scoped
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.isAdmin, true), eq(staff.status, 'active')))
  // A job each: where one letter fails and goes again, the others do not.
  for (const { id } of admins) await jobs.add(ctx.scoped, 'mail', { kind: 'healthAccess', adminId: id, staffId, date })
}
