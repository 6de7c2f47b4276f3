import { type SQL, sql } from 'drizzle-orm'
import type { Landing, PeriodReport, ShopMonth, Target } from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { type Counts, sumsOf } from './counts.ts'
import { readCourseOfEach } from './course.ts'
import { landingOf } from './forecast.ts'
import { isKnownInPart, sumOfKnownDays } from './known-counts.ts'
import { type Bill, hasPendingBills, type Line, salesReport } from './money.ts'
import { averageOperating, futureReport, periodReport, quietTotals, type Totals } from './period-report.ts'
import { ahead, capped, daysOf, monthOf, type Period } from './periods.ts'
import { cut } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { targetsOf } from './targets.ts'

export interface ShopFigures {
  shopId: string
  shopName: string
  report: PeriodReport
  target: Target | null
  /** Of an open month; null of another. */
  scheduled: ShopMonth['scheduled']
  landing: Landing | null
}

interface ShopRow extends Totals {
  shopId: number
  shopName: string
  uniqueVisitors: number
  operating: number
  operatingWhoCame: number
  target: Target | null
}

/** The requested month of each shop of `scope`, of the days known to it, in display order; without the median of visit days. */
export async function shopFigures(
  db: Db,
  scope: ReportScope,
  { year, month, money }: { year: number; month: number; money: boolean },
  reachOf: (shopId: string) => Reach,
): Promise<{ isProvisional: boolean; shops: ShopFigures[] }> {
  const requested = monthOf(year, month)
  const reached = scope.dataDate === null ? null : capped(requested, scope.dataDate)
  const shops = idArray(scope.shopIds)
  const rows = await rowsOf<ShopRow>(
    db,
    sql`
      select s.id as "shopId", s.name as "shopName",
        case when t.shop_id is not null then json_build_object(
          'admissions', t.admission, 'withdrawals', t.withdrawal_max, 'closing', t.closing_members
          ${money ? sql`, 'sales', t.sales` : sql``}
        ) end as target, m.*
      from shop s
      left join ${targetsOf(sql`${requested.from}::date`)} t on t.shop_id = s.id
      left join (
        select shop_id, sum(opening) as opening, sum(opening_suspended) as "openingSuspended", sum(closing) as closing,
          sum(suspended) as suspended, sum(unique_visitors) as "uniqueVisitors", sum(operating) as operating,
          sum(operating_who_came) as "operatingWhoCame", ${sumsOf()}
        from shop_month where shop_id = any(${shops}) and month = ${requested.from} group by shop_id
      ) m on m.shop_id = s.id
      where s.id = any(${shops})
      order by s.sort_order, s.id`,
  )
  const sales = money ? await readSalesByShop(db, shops, requested.from) : null
  const bills = money && scope.dataDate ? await readBillsByShop(db, shops, requested.from, scope.dataDate) : null
  const isProvisional = reached === null || reached.to < requested.to || (await hasPendingBills(db, shops, requested))
  const inPart = reached ? scope.shopIds.filter((id) => isKnownInPart(reachOf(id), reached)) : []
  const daysOfShop = reached && inPart.length > 0 ? await readDaysOfShops(db, idArray(inPart), reached) : null
  const linesOfShop = reached && money && inPart.length > 0 ? await readDaySales(db, idArray(inPart), reached) : null
  const toCome = reached && ahead(requested, reached.to)
  const scheduled = toCome && (await readScheduled(db, shops, toCome))
  const courseOf = reached && toCome && (await readCourseOfEach(db, scope.shopIds, reachOf, requested, reached.to))
  const figures = rows.map(({ shopId, shopName, target, ...row }): ShopFigures => {
    // A shop without a counted month has no row.
    const whole = row.closing === null ? quietTotals : row
    const id = String(shopId)
    const days = reached && inPart.includes(id) ? daysOfShop?.get(id) : undefined
    const totals = days && reached ? { ...whole, ...sumOfKnownDays(days, daysOf(reached), reachOf(id)) } : whole
    const sold = reached && inPart.includes(id) ? cut(reached, reachOf(id).sales) : null
    const lines = inPart.includes(id)
      ? (linesOfShop?.get(id) ?? []).filter(({ date }) => sold && sold.from <= date && date <= sold.to)
      : (sales?.get(shopId) ?? [])
    const people = {
      unique: row.uniqueVisitors ?? 0,
      median: null,
      operating: row.operating ?? 0,
      operatingWhoCame: row.operatingWhoCame ?? 0,
    }
    const counted = sales && salesReport(lines, bills?.get(shopId) ?? [], averageOperating(totals))
    const report = reached ? periodReport(reached, totals, people, counted) : futureReport(requested, money)
    const known = scheduled && (scheduled.get(shopId) ?? { admissions: 0, withdrawals: 0 })
    return {
      shopId: id,
      shopName,
      report,
      target,
      scheduled: known,
      landing:
        known && courseOf
          ? landingOf({ to: report.to, members: report.members, sales: null }, requested, known, [], courseOf(id))
          : null,
    }
  })
  return { isProvisional, shops: figures }
}

/** Starts and ends that are known for these days, by shop. */
export async function readScheduled(db: Db, shops: SQL, { from, to }: Period) {
  const isToCome = (day: SQL) => sql`${day} between ${from} and ${to}`
  const rows = await rowsOf<{ shopId: number; admissions: number; withdrawals: number }>(
    db,
    sql`
      select shop_id as "shopId",
        (count(*) filter (where starts_span and ${isToCome(sql`from_on`)}))::integer as admissions,
        (count(*) filter (where ends_span and ${isToCome(sql`until_on`)}))::integer as withdrawals
      from membership_interval
      where shop_id = any(${shops}) and (${isToCome(sql`from_on`)} or ${isToCome(sql`until_on`)})
      group by shop_id`,
  )
  return new Map(rows.map(({ shopId, ...known }) => [shopId, known]))
}

/** The days of the period, by shop. */
async function readDaysOfShops(db: Db, shops: SQL, { from, to }: Period) {
  const rows = await rowsOf<Counts & { shopId: number; date: string }>(
    db,
    sql`
      select shop_id as "shopId", date, ${sumsOf({ visitDays: 'visitors' })} from shop_day
      where shop_id = any(${shops}) and date between ${from} and ${to} group by shop_id, date`,
  )
  const byShop = Map.groupBy(rows, ({ shopId }) => String(shopId))
  return new Map([...byShop].map(([id, days]) => [id, new Map(days.map((day) => [day.date, day]))]))
}

async function readDaySales(db: Db, shops: SQL, { from, to }: Period) {
  const rows = await rowsOf<Line & { shopId: number; date: string }>(
    db,
    sql`
      select shop_id as "shopId", date, category, gross, refund, tax from shop_day_sales
      where shop_id = any(${shops}) and date between ${from} and ${to}`,
  )
  return Map.groupBy(rows, ({ shopId }) => String(shopId))
}

async function readSalesByShop(db: Db, shops: SQL, month: string) {
  const rows = await rowsOf<Line & { shopId: number }>(
    db,
    sql`
      select shop_id as "shopId", category, gross, refund, tax
      from shop_month_sales where shop_id = any(${shops}) and month = ${month}`,
  )
  return Map.groupBy(rows, ({ shopId }) => shopId)
}

/** The month's dues whose run had come by the data date. */
async function readBillsByShop(db: Db, shops: SQL, month: string, billedUntil: string) {
  const rows = await rowsOf<Bill & { shopId: number }>(
    db,
    sql`
      select shop_id as "shopId", target_month as "targetMonth", due_on as "dueOn", billed, members, collected
      from shop_billing where shop_id = any(${shops}) and target_month = ${month} and due_on <= ${billedUntil}`,
  )
  return Map.groupBy(rows, ({ shopId }) => shopId)
}
