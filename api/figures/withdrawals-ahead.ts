import { sql } from 'drizzle-orm'
import type { WithdrawalsAhead } from '#contract/digest.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { readCourseOfWithdrawals } from './course.ts'
import { landingOfWithdrawals } from './forecast.ts'
import { addDays, monthOf, type Period } from './periods.ts'
import { isWhole, readReachOfEach } from './reach.ts'
import type { ReportScope } from './report-scope.ts'

/**
 * Of each of these shops of the scope, the 退会 that is coming after the data date, to the end of its month, or of the next
 * where the month is over: how many are known, and 着地見込 of the month that has begun. Without a shop that does not know
 * all its days of the month.
 */
export async function readWithdrawalsAhead(
  db: Db,
  scope: ReportScope,
  shopIds: readonly string[],
): Promise<Map<string, WithdrawalsAhead>> {
  const ahead = new Map<string, WithdrawalsAhead>()
  const { dataDate } = scope
  if (dataDate === null || shopIds.length === 0) return ahead
  const next = addDays(dataDate, 1)
  const month = monthOf(Number(next.slice(0, 4)), Number(next.slice(5, 7)))
  const hasBegun = month.from <= dataDate
  const days: Period = { from: hasBegun ? month.from : dataDate, to: dataDate }
  const rows = await rowsOf<{ shopId: number; known: number; soFar: number }>(
    db,
    sql`
      select shop_id as "shopId", count(*) filter (where until_on > ${dataDate})::integer as known,
        count(*) filter (where until_on <= ${dataDate})::integer as "soFar"
      from membership_interval
      where shop_id = any(${idArray(shopIds)}) and ends_span and until_on between ${month.from} and ${month.to}
      group by shop_id`,
  )
  // Money has no part in it.
  const reachOf = await readReachOfEach(db, false, scope)
  for (const id of shopIds) {
    const reach = reachOf(id)
    if (!isWhole(reach, days, 'contracts', 'leavers')) continue
    const { known = 0, soFar = 0 } = rows.find(({ shopId }) => String(shopId) === id) ?? {}
    const course = hasBegun ? await readCourseOfWithdrawals(db, { shops: idArray([id]), reach }, month, dataDate) : []
    // Without a closed month nothing says how many will be requested.
    const landing = course.length > 0 ? landingOfWithdrawals(month, dataDate, { soFar, known }, course) : null
    ahead.set(id, { month: month.from.slice(0, 7), known, landing })
  }
  return ahead
}
