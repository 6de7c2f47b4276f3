import { type SQL, sql } from 'drizzle-orm'
import type { DailyReport, Landing, PeriodReport, Retention, Target, WithoutMedian } from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { readCourse } from './course.ts'
import { type Day, quietDay, readDays } from './days.ts'
import { landingOf, readRetention, readTarget } from './forecast.ts'
import { isHoliday } from './holidays.ts'
import { nothingLater, readKnownLater } from './known-later.ts'
import { readSales, type Sales, salesReport } from './money.ts'
import { readPeople } from './people.ts'
import { averageOperating, futureReport, periodReport, totalsOfDays } from './period-report.ts'
import { addDays, ahead, daysOf, type MonthPeriods, type Period, periodsOf, weekdayOf } from './periods.ts'
import { cut, isUnsettled } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { mayStillJoin, type StillMoving, stillMovingOf } from './still-moving.ts'
import { equilibriumOf, readTrailing } from './trailing.ts'

export interface MonthFigures {
  periods: MonthPeriods
  isProvisional: boolean
  /** When a fact of the month changed after the whole month had been counted. */
  correctedAt: Date | null
  stillMoving: StillMoving
  thisMonth: PeriodReport
  prevMonth: PeriodReport
  prevToSameDay: WithoutMedian | null
  lastYear: PeriodReport
  lastYearToSameDay: WithoutMedian | null
  scheduled: { admissions: number | null; withdrawals: number | null; suspensions: number | null }
  target: Target | null
  landing: Landing | null
  retention: Retention[]
  equilibrium: number | null
  /** By weekday, then hour. */
  visitHours: number[][] | null
  daily: DailyReport[]
}

/**
 * Every figure of report/monthly-stats (docs/domain.md, "Reports") for the shops of `scope`, from the rollups: the cost
 * depends on the periods, not on the history. Counts are whole, money is yen with tax, rates are unrounded and null
 * where the denominator is 0. A transfer between two of the shops does not count. Without `money` no table of money is
 * read.
 */
export async function monthFigures(
  db: Db,
  scope: ReportScope,
  { year, month, money }: { year: number; month: number; money: boolean },
): Promise<MonthFigures> {
  const periods = periodsOf(year, month, scope.dataDate)
  const { thisMonth, prevMonth, prevToSameDay, lastYear, lastYearToSameDay } = periods
  const shops = idArray(scope.shopIds)
  const reached = [thisMonth, prevMonth, lastYear].filter((period) => period !== null)
  const reportPeriods = [thisMonth, prevMonth, prevToSameDay, lastYear, lastYearToSameDay].filter(
    (period) => period !== null,
  )

  const withDayBefore = reached.map(({ from, to }) => ({ from: addDays(from, -1), to }))
  const days = await readDays(db, scope, periods.month.from, withDayBefore)
  const visitors = await readPeople(db, scope, reportPeriods)
  const sales = money ? await readSales(db, shops, reached) : null
  const toCome = ahead(periods.month, scope.dataDate)
  const { correctedAt, pending, trialsOpen, ...scheduled } = await readAside(db, shops, periods.month, toCome)
  const target = await readTarget(db, shops, periods.month.from, money)

  const dataDate = scope.dataDate ?? ''
  const later = await readKnownLater(
    db,
    shops,
    [prevToSameDay, lastYearToSameDay].filter((period) => period !== null),
    money,
  )
  const toSameDay = (period: Period) => withoutMedian(report(period, period.to))
  const report = (period: Period, billedUntil = dataDate) => {
    const { trialsJoined, collected } = later.get(period) ?? nothingLater
    const all = totalsOfDays(period, days, scope.reach)
    const totals = { ...all, trialsJoined: all.trialsJoined - trialsJoined }
    const counted =
      sales &&
      salesOf(sales, period, { reach: scope.reach, billedUntil, operating: averageOperating(totals), collected })
    return periodReport(period, totals, visitors[reportPeriods.indexOf(period)], counted)
  }
  const future = (period: Period) => futureReport(period, money)
  const thisMonthReport = thisMonth ? report(thisMonth) : future(periods.month)
  const isOpen = thisMonth !== null && thisMonth.to < periods.month.to
  const trailing =
    thisMonth &&
    (await readTrailing(db, { shops, reach: scope.reach }, isOpen ? periods.previous.to : thisMonth.to, false))
  return {
    periods,
    isProvisional: thisMonth === null || isOpen || pending || isUnsettled(scope.reach, thisMonth),
    correctedAt,
    stillMoving: stillMovingOf({
      trials: trialsOpen,
      bills: sales !== null && (pending || (thisMonthReport.sales?.unpaid ?? 0) > 0),
    }),
    thisMonth: thisMonthReport,
    prevMonth: prevMonth ? report(prevMonth) : future(periods.previous),
    prevToSameDay: prevToSameDay && toSameDay(prevToSameDay),
    lastYear: lastYear ? report(lastYear) : future(periods.yearBefore),
    lastYearToSameDay: lastYearToSameDay && toSameDay(lastYearToSameDay),
    scheduled,
    target,
    landing: isOpen
      ? landingOf(
          thisMonthReport,
          periods.month,
          scheduled,
          sales?.bills ?? [],
          await readCourse(db, { shops, reach: scope.reach }, periods.month, dataDate, money),
        )
      : null,
    retention: thisMonth ? await readRetention(db, { shops, reach: scope.reach }, thisMonth) : [],
    equilibrium: trailing && equilibriumOf(trailing),
    visitHours: await readVisitHours(db, scope.isChain ? idArray(['0']) : shops, periods.month.from),
    daily: daysOf(periods.month).map((date) =>
      dailyReport(date, date <= dataDate ? (days.get(date) ?? quietDay) : null, sales),
    ),
  }
}

/** The median exists only for the counted part of the month, not for a part of that. */
const withoutMedian = (report: PeriodReport): WithoutMedian => ({
  ...report,
  visits: { ...report.visits, median: null },
})

interface Paid {
  reach: Reach
  billedUntil: string
  operating: number
  /** Of the bills, paid after the period. */
  collected: number
}

/** Money of the known days of a period within a month, and of the month's dues whose run is over by `billedUntil`. */
function salesOf(sales: Sales, period: Period, { reach, billedUntil, operating, collected }: Paid) {
  const days = cut(period, reach.sales)
  const lines = days ? daysOf(days).flatMap((date) => sales.byDay.get(date) ?? []) : []
  const bills = sales.bills.filter((bill) => bill.targetMonth === period.from && bill.dueOn <= billedUntil)
  return salesReport(lines, bills, operating, collected)
}

/**
 * What is known for the rest of the month, whether a run of its dues is pending or a trial may still join, and its last
 * correction.
 */
async function readAside(db: Db, shops: SQL, { from: month, to }: Period, toCome: Period | null) {
  const isToCome = (day: SQL) => (toCome ? sql`${day} between ${toCome.from} and ${toCome.to}` : sql`false`)
  const [row] = await rowsOf<{
    admissions: number
    withdrawals: number
    suspensions: number
    pending: boolean
    trialsOpen: boolean
    correctedAt: string | null
  }>(
    db,
    sql`
      select
        (select count(*) from membership_interval
          where shop_id = any(${shops}) and ${isToCome(sql`from_on`)} and starts_span) as admissions,
        (select count(*) from membership_interval
          where shop_id = any(${shops}) and ${isToCome(sql`until_on`)} and ends_span) as withdrawals,
        (select count(*) from membership_interval
          where shop_id = any(${shops}) and ${isToCome(sql`from_on`)} and enters_suspension) as suspensions,
        exists (select from shop_billing
          where shop_id = any(${shops}) and target_month = ${month} and pending > 0) as pending,
        ${mayStillJoin(shops, { from: month, to })} as "trialsOpen",
        (select max(corrected_at) from shop_month
          where shop_id = any(${shops}) and month = ${month}) as "correctedAt"`,
  )
  const { correctedAt, ...rest } = row ?? {
    admissions: 0,
    withdrawals: 0,
    suspensions: 0,
    pending: false,
    trialsOpen: false,
  }
  return { ...rest, correctedAt: correctedAt ? new Date(correctedAt) : null }
}

/** Visits of the month by weekday (0 = Sunday), then hour; the chain has its own rows, as shop 0. */
async function readVisitHours(db: Db, shops: SQL, month: string): Promise<number[][]> {
  const grid = Array.from({ length: 7 }, () => Array<number>(24).fill(0))
  const rows = await rowsOf<{ dow: number; hour: number; visits: number }>(
    db,
    sql`
      select dow, hour, sum(visits) as visits
      from shop_visit_hour where shop_id = any(${shops}) and month = ${month} group by dow, hour`,
  )
  for (const { dow, hour, visits } of rows) (grid[dow] as number[])[hour] = visits
  return grid
}

/** A day of the report; null where it has no figures. */
export function dailyReport(date: string, day: Day | null, sales: Sales | null): DailyReport {
  const lines = sales?.byDay.get(date) ?? []
  return {
    date,
    dow: weekdayOf(date),
    isHoliday: isHoliday(date),
    admissions: day?.admissions ?? null,
    transferIn: day?.transferIn ?? null,
    withdrawals: day?.withdrawals ?? null,
    transferOut: day?.transferOut ?? null,
    closing: day?.closing ?? null,
    visits: day?.visits ?? null,
    unique: day?.unique ?? null,
    booked: day?.booked ?? null,
    attended: day?.attended ?? null,
    noShow: day?.noShow ?? null,
    ...(sales && { sales: day && lines.reduce((sum, line) => sum + line.gross - line.refund, 0) }),
  }
}
