import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { type Counts, quietCounts, sumsOf } from './counts.ts'
import { addDays, type Period, within } from './periods.ts'
import type { ReportScope } from './report-scope.ts'

export interface Day extends Counts {
  closing: number
  suspended: number
  /** Members with a visit, each once over all shops. */
  unique: number
}

export const quietDay: Day = { ...quietCounts, closing: 0, suspended: 0, unique: 0 }

/**
 * The rollup of each day of the periods over the shops. A transfer between two of them does not count, and in the month
 * that starts on `month` (the days shown) a member who visited two shops on one day counts once in `unique`.
 */
export async function readDays(
  db: Db,
  scope: Pick<ReportScope, 'shopIds' | 'isChain' | 'reach'>,
  month: string,
  periods: readonly Period[],
): Promise<Map<string, Day>> {
  const days = await readCountedDays(db, scope, month, periods)
  if (scope.reach.counting.length > 0) await putOpenings(db, days, scope.shopIds, periods)
  return days
}

/** The day before a month, for its 期首, from the month's own row: that day may be of a month that is still to be counted. */
async function putOpenings(db: Db, days: Map<string, Day>, shopIds: readonly string[], periods: readonly Period[]) {
  const rows = await rowsOf<{ before: string; closing: number; suspended: number }>(
    db,
    sql`
      select month - 1 as before, sum(opening) as closing, sum(opening_suspended) as suspended
      from shop_month
      where shop_id = any(${idArray(shopIds)})
        and month = any(${`{${periods.map(({ from }) => addDays(from, 1)).join(',')}}`}::date[])
      group by month`,
  )
  for (const { before, ...members } of rows) days.set(before, { ...(days.get(before) ?? quietDay), ...members })
}

async function readCountedDays(
  db: Db,
  { shopIds, isChain }: Pick<ReportScope, 'shopIds' | 'isChain'>,
  month: string,
  periods: readonly Period[],
): Promise<Map<string, Day>> {
  const shops = idArray(shopIds)
  const sums = sql`
    select date, sum(closing) as closing, sum(suspended) as suspended, sum(visitors) as unique,
      ${sumsOf({ visitDays: 'visitors' })}
    from shop_day where shop_id = any(${shops}) and ${within(sql`date`, periods)} group by date`
  const days = new Map((await rowsOf<Day & { date: string }>(db, sums)).map(({ date, ...day }) => [date, day]))
  if (shopIds.length === 1) return days
  if (isChain) return ofChain(db, days, month)

  const twice = sql`
    with requested_month as materialized (
      select member_id, days from member_visit_month where shop_id = any(${shops}) and month = ${month}
    ),
    visit_day as (
      select day_no, count(*) as shops
      from (
        select member_id from requested_month
        -- Days without overlap add up to their union.
        group by member_id having sum(days) <> bit_or(days)
      ) several_shops
      join requested_month using (member_id)
      cross join generate_series(0, 30) as day_no
      where (days >> day_no) & 1 = 1
      group by member_id, day_no
    )
    select from_on as date, count(*) as moves, 0 as repeats from membership_interval
    where shop_id = any(${shops}) and came_from_shop_id = any(${shops}) and ${within(sql`from_on`, periods)}
    group by from_on
    union all
    select ${month}::date + day_no, 0, sum(shops - 1) from visit_day where shops > 1 group by day_no`
  for (const { date, moves, repeats } of await rowsOf<{ date: string; moves: number; repeats: number }>(db, twice)) {
    const day = days.get(date)
    if (!day) continue
    day.transferIn -= moves
    day.transferOut -= moves
    day.unique -= repeats
  }
  return days
}

/** Over the whole chain transfers cancel out; its visitors by day are stored. */
async function ofChain(db: Db, days: Map<string, Day>, month: string): Promise<Map<string, Day>> {
  const rows = await rowsOf<{ date: string; visitors: number }>(
    db,
    sql`
      select month + day::integer - 1 as date, visitors
      from shop_month, unnest(visitors_on_day) with ordinality as v (visitors, day)
      where shop_id = 0 and month = ${month}`,
  )
  const visitors = new Map(rows.map((row) => [row.date, row.visitors]))
  return new Map(
    [...days].map(([date, day]) => [
      date,
      { ...day, transferIn: 0, transferOut: 0, unique: visitors.get(date) ?? day.unique },
    ]),
  )
}
