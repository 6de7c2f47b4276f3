import { sql } from 'drizzle-orm'
import { smallestGroup } from '#contract/permissions.ts'
import type { WithoutMedian, YearReport } from '#contract/report.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import type { ShopFigures } from './by-shop.ts'
import { dailyReport, type MonthFigures } from './monthly.ts'
import { futureReport } from './period-report.ts'
import { daysOf, monthOf, type Period, periodsOf, periodsOfYear } from './periods.ts'
import type { ReportScope } from './report-scope.ts'
import { noStay } from './stay.ts'
import { noChurn, type YearFigures } from './yearly.ts'

/** All figures disclosed to a trading partner (docs/domain.md, "Small groups"); no other figure is read. */
interface Disclosed {
  /** members.closing */
  closing: number | null
  /** visits.count */
  visits: number | null
  /** visits.unique, only for one shop and month: people cannot be added up. */
  unique: number | null
}

const withheld: Disclosed = { closing: null, visits: null, unique: null }

/** A rounded count, or null where it concerns one to four people. */
const round = (count: number, people: number) =>
  count > 0 && people < smallestGroup ? null : Math.round(count / smallestGroup) * smallestGroup

/** A withheld count withholds every sum that contains it. */
const sumOf = (counts: readonly (number | null)[]) =>
  counts.reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0)

/**
 * The disclosed figures of a month that is over: rounded per shop, then added up, so that a sum reveals no more than
 * its parts.
 */
async function readDisclosed(db: Db, { shopIds, dataDate }: ReportScope, months: readonly Period[]) {
  const isOver = ({ to }: Period) => dataDate !== null && to <= dataDate
  const rows = await rowsOf<{ shopId: number; month: string; closing: number; visits: number; unique: number }>(
    db,
    sql`
      select shop_id as "shopId", month, closing, visits, unique_visitors as "unique" from shop_month
      where shop_id = any(${idArray(shopIds)}) and month = any(${`{${months.map(({ from }) => from).join(',')}}`}::date[])`,
  )
  const counted = new Map(rows.map((row) => [`${row.shopId} ${row.month}`, row]))
  const ofShop = (shopId: string, month: Period): Disclosed => {
    const { closing, visits, unique } = counted.get(`${shopId} ${month.from}`) ?? { closing: 0, visits: 0, unique: 0 }
    return { closing: round(closing, closing), visits: round(visits, unique), unique: round(unique, unique) }
  }
  const of = (month: Period, shops: readonly string[] = shopIds): Disclosed => {
    if (!isOver(month)) return withheld
    const parts = shops.map((shopId) => ofShop(shopId, month))
    return {
      closing: sumOf(parts.map(({ closing }) => closing)),
      visits: sumOf(parts.map(({ visits }) => visits)),
      unique: parts.length === 1 ? (parts[0]?.unique ?? null) : null,
    }
  }
  return { isOver, of }
}

/** A report that contains only the disclosed figures. */
function reportOf(period: Period, { closing, visits, unique }: Disclosed): WithoutMedian {
  const report = futureReport(period, false)
  return {
    ...report,
    members: { ...report.members, closing },
    visits: { ...report.visits, count: visits, unique, median: null },
  }
}

/** `monthFigures` for a trading partner. */
export async function maskedMonth(
  db: Db,
  scope: ReportScope,
  { year, month }: { year: number; month: number },
): Promise<MonthFigures> {
  const periods = periodsOf(year, month, scope.dataDate)
  const disclosed = await readDisclosed(db, scope, [periods.month, periods.previous, periods.yearBefore])
  const report = (of: Period) => reportOf(of, disclosed.of(of))
  return {
    periods,
    isProvisional: !disclosed.isOver(periods.month),
    correctedAt: null,
    stillMoving: [],
    thisMonth: report(periods.month),
    prevMonth: report(periods.previous),
    prevToSameDay: null,
    lastYear: report(periods.yearBefore),
    lastYearToSameDay: null,
    scheduled: { admissions: null, withdrawals: null, suspensions: null },
    target: null,
    landing: null,
    retention: [],
    equilibrium: null,
    visitHours: null,
    daily: daysOf(periods.month).map((date) => dailyReport(date, null, null)),
  }
}

/** `shopFigures` for a trading partner. */
export async function maskedShops(
  db: Db,
  scope: ReportScope,
  { year, month }: { year: number; month: number },
): Promise<{ isProvisional: boolean; shops: ShopFigures[] }> {
  const period = monthOf(year, month)
  const disclosed = await readDisclosed(db, scope, [period])
  const shops = await rowsOf<{ id: number; name: string }>(
    db,
    sql`select id, name from shop where id = any(${idArray(scope.shopIds)}) order by sort_order, id`,
  )
  return {
    isProvisional: !disclosed.isOver(period),
    shops: shops.map(({ id, name }) => ({
      shopId: String(id),
      shopName: name,
      report: reportOf(period, disclosed.of(period, [String(id)])),
      target: null,
      scheduled: null,
      landing: null,
    })),
  }
}

/** `yearFigures` for a trading partner: the sums of its months that are over. */
export async function maskedYear(
  db: Db,
  scope: ReportScope,
  { year, fiscalStartMonth }: { year: number; fiscalStartMonth: number },
): Promise<YearFigures> {
  const periods = periodsOfYear(year, fiscalStartMonth, scope.dataDate)
  const disclosed = await readDisclosed(db, scope, [...periods.months, ...periods.monthsBefore])
  const wholeYear = (whole: Period, months: readonly Period[]): YearReport => {
    const over = months.filter(disclosed.isOver)
    const last = over.at(-1)
    const figures = last
      ? {
          closing: disclosed.of(last).closing,
          visits: sumOf(over.map((month) => disclosed.of(month).visits)),
          unique: null,
        }
      : withheld
    return { ...reportOf({ from: whole.from, to: last?.to ?? whole.to }, figures), averageMonthlyChurn: null }
  }
  const monthOfYear = (month: Period) => {
    const [year, number] = month.from.split('-').map(Number) as [number, number]
    return { ...reportOf(month, disclosed.of(month)), year, month: number }
  }
  return {
    periods,
    isProvisional: !periods.months.every(disclosed.isOver),
    correctedAt: null,
    stillMoving: [],
    thisYear: wholeYear(periods.year, periods.months),
    prevYear: wholeYear(periods.previous, periods.monthsBefore),
    prevToSameDay: null,
    equilibrium: null,
    annualChurn: noChurn(periods.year),
    lifetime: { churnRate: null, tenureMonths: null, stayOfLeavers: noStay, stayOfMembers: noStay },
    months: periods.months.map(monthOfYear),
    monthsBefore: periods.monthsBefore.map(monthOfYear),
  }
}
