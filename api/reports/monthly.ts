import holidayCalendar from '@holiday-jp/holiday_jp'
import { type SQL, sql } from 'drizzle-orm'
import type { DailyReport, PeriodReport } from '#contract/report.ts'
import type { Db } from '../db/client.ts'
import { type Day, quietDay, readDays } from './days.ts'
import { type Head, rowsOf } from './head.ts'
import { noSales, readSales, type Sales } from './money.ts'
import { readPeople } from './people.ts'
import { futureReport, periodReport } from './period-report.ts'
import { addDays, daysOf, type MonthPeriods, type Period, periodsOf } from './periods.ts'
import { idArray } from './rollup.ts'

export interface MonthFigures {
  periods: MonthPeriods
  isProvisional: boolean
  thisMonth: PeriodReport
  prevMonth: PeriodReport
  prevToSameDay: PeriodReport | null
  lastYear: PeriodReport
  lastYearToSameDay: PeriodReport | null
  scheduled: { admissions: number | null; withdrawals: number | null; suspensions: number | null }
  daily: DailyReport[]
}

/**
 * Every figure of report/monthly-stats (domain.md §2.2) for the shops of `head`, from the rollups: the cost follows
 * the three months and not the history. Counts are whole, money is yen with tax, rates are unrounded and null where
 * the denominator is 0. A transfer between two of the shops is none for them together. Without `money` no table that
 * holds money is read.
 */
export async function monthFigures(
  db: Db,
  head: Head,
  { year, month, money }: { year: number; month: number; money: boolean },
): Promise<MonthFigures> {
  const periods = periodsOf(year, month, head.dataDate)
  const { thisMonth, prevMonth, prevToSameDay, lastYear, lastYearToSameDay } = periods
  const shops = idArray(head.shopIds)
  const reached = [thisMonth, prevMonth, lastYear].filter((period) => period !== null)
  const asked = [thisMonth, prevMonth, prevToSameDay, lastYear, lastYearToSameDay].filter((period) => period !== null)

  const withDayBefore = reached.map(({ from, to }) => ({ from: addDays(from, -1), to }))
  const days = await readDays(db, head.shopIds, periods.month.from, withDayBefore)
  const visitors = await readPeople(db, shops, asked)
  const sales = money ? await readSales(db, shops, reached) : noSales
  const scheduled = await readScheduled(db, shops, periods.month, head.dataDate)

  const dataDate = head.dataDate ?? ''
  const report = (period: Period, billedUntil = dataDate) =>
    periodReport(period, days, visitors[asked.indexOf(period)], money ? { sales, billedUntil } : null)
  return {
    periods,
    isProvisional: thisMonth === null || thisMonth.to < periods.month.to || scheduled.pendingBills,
    thisMonth: thisMonth ? report(thisMonth) : futureReport(periods.month, money),
    prevMonth: prevMonth ? report(prevMonth) : futureReport(periods.previous, money),
    prevToSameDay: prevToSameDay && report(prevToSameDay, prevToSameDay.to),
    lastYear: lastYear ? report(lastYear) : futureReport(periods.yearBefore, money),
    lastYearToSameDay: lastYearToSameDay && report(lastYearToSameDay, lastYearToSameDay.to),
    scheduled: scheduled.counts,
    daily: daysOf(periods.month).map((date) =>
      dailyReport(date, date <= dataDate ? (days.get(date) ?? quietDay) : null, money ? sales : null),
    ),
  }
}

/** What is already known for the rest of the asked month, and whether a run of its dues is still to be answered. */
async function readScheduled(db: Db, shops: SQL, month: Period, dataDate: string | null) {
  const from = dataDate !== null && dataDate >= month.from ? addDays(dataDate, 1) : month.from
  const [row] = await rowsOf<{ admissions: number; withdrawals: number; suspensions: number; pending: boolean }>(
    db,
    sql`
      select
        (select count(*) from membership_interval
          where shop_id = any(${shops}) and from_on between ${from} and ${month.to} and starts_span) as admissions,
        (select count(*) from membership_interval
          where shop_id = any(${shops}) and until_on between ${from} and ${month.to} and ends_span) as withdrawals,
        (select count(*) from membership_interval
          where shop_id = any(${shops}) and from_on between ${from} and ${month.to} and enters_suspension) as suspensions,
        exists (select from shop_billing
          where shop_id = any(${shops}) and target_month = ${month.from} and pending > 0) as pending`,
  )
  const { pending = false, ...counts } = row ?? { admissions: 0, withdrawals: 0, suspensions: 0 }
  return { counts, pendingBills: pending }
}

function dailyReport(date: string, day: Day | null, sales: Sales | null): DailyReport {
  const lines = sales?.byDay.get(date) ?? []
  return {
    date,
    dow: new Date(`${date}T00:00:00Z`).getUTCDay(),
    isHoliday: Object.hasOwn(holidayCalendar.holidays, date),
    admissions: day?.admissions ?? null,
    transferIn: day?.transferIn ?? null,
    withdrawals: day?.withdrawals ?? null,
    transferOut: day?.transferOut ?? null,
    closing: day?.closing ?? null,
    visits: day?.visits ?? null,
    unique: day?.unique ?? null,
    ...(sales && { sales: day && lines.reduce((sum, line) => sum + line.gross - line.refund, 0) }),
  }
}
