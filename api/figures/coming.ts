import { sql } from 'drizzle-orm'
import type { Admission } from '#contract/report-admission.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { readScheduled } from './by-shop.ts'
import { readCourse } from './course.ts'
import { landingOf } from './forecast.ts'
import { hasForecast } from './known.ts'
import { ahead, type Period } from './periods.ts'
import type { ReportScope } from './report-scope.ts'
import { isOfMonths, monthAround } from './sales-days.ts'

/**
 * What is still to come in the running month that whole months end with: starts and ends that are known for its days after
 * the data date, and by the month's own forecast. Whole people; null for other periods.
 */
export async function readComing(
  db: Db,
  { shopIds, dataDate, reach }: ReportScope,
  period: Period,
): Promise<Admission['coming']> {
  const month = monthAround(period.to)
  if (dataDate === null || !isOfMonths(period) || dataDate < month.from) return null
  const days = ahead(month, dataDate)
  if (!days || !reach.contracts) return null
  const shops = idArray(shopIds)
  const scheduled = { admissions: 0, withdrawals: 0 }
  for (const one of (await readScheduled(db, shops, days)).values()) {
    scheduled.admissions += one.admissions
    scheduled.withdrawals += one.withdrawals
  }
  const counted = { from: month.from, to: dataDate }
  if (!hasForecast(counted, reach)) return { ...scheduled, forecast: null }
  const rows = await rowsOf<{ admissions: number; withdrawals: number; closing: number }>(
    db,
    sql`
      select coalesce(sum(admissions), 0)::integer as admissions, coalesce(sum(withdrawals), 0)::integer as withdrawals,
        coalesce(sum(closing), 0)::integer as closing
      from shop_month where shop_id = any(${shops}) and month = ${month.from}`,
  )
  const members = rows[0] ?? { admissions: 0, withdrawals: 0, closing: 0 }
  const course = await readCourse(db, { shops, reach }, month, dataDate, false)
  const landing = landingOf({ to: dataDate, members, sales: null }, month, scheduled, [], course)
  return {
    ...scheduled,
    forecast: {
      admissions: landing.admissions - members.admissions,
      withdrawals: landing.withdrawals - members.withdrawals,
    },
  }
}
