import type { AnnualChurn, Lifetime, MonthOfYear, SalesReport, WithoutMedian, YearReport } from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'
import type { Db } from '../db/client.ts'
import { idArray } from '../db/expressions.ts'
import { readDays } from './days.ts'
import { isKnownInPart, knownCounts } from './known-counts.ts'
import { type KnownLater, nothingLater, readKnownLater } from './known-later.ts'
import { readLifetime } from './lifetime.ts'
import { type Bill, hasPendingBills, type Line, ratio, readBills, readSales, salesReport } from './money.ts'
import { type Month, readMonthSales, readMonths, readPeopleOfMonths, readPeopleOver } from './months.ts'
import type { Visitors } from './people.ts'
import {
  averageOperating,
  futureReport,
  operatingOf,
  periodReport,
  quietTotals,
  sumOf,
  type Totals,
  totalsOfDays,
} from './period-report.ts'
import { addDays, capped, daysOf, earlier, monthOf, type Period, periodsOfYear, type YearPeriods } from './periods.ts'
import { isTouched, isUnsettled, isWhole, knownDays } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { type StillMoving, stillMovingOf, trialsMayMove } from './still-moving.ts'
import { equilibriumOf, readTrailing } from './trailing.ts'

export interface YearFigures {
  periods: YearPeriods
  isProvisional: boolean
  correctedAt: Date | null
  stillMoving: StillMoving
  thisYear: YearReport
  prevYear: YearReport
  prevToSameDay: YearReport | null
  annualChurn: AnnualChurn
  equilibrium: number | null
  lifetime: Lifetime
  months: MonthOfYear[]
  monthsBefore: MonthOfYear[]
}

/** One month, or a part of it, ready to be added to others. */
interface Part {
  /** Its first day. */
  month: string
  totals: Totals
  /** Members with a visit, each once in this month. */
  visitors: number
  lines: readonly Line[]
}

/**
 * Every figure of report/yearly-stats (docs/domain.md, "Reports") for the shops of `scope`, from the months' rollups.
 * Additive counts are the sum of the months; people are counted once per year; rates and money per member are Σ ÷ Σ of
 * the months. Without `money` no table of money is read. The year before to the same day has no counts of people.
 */
export async function yearFigures(
  db: Db,
  scope: ReportScope,
  { year, fiscalStartMonth, money }: { year: number; fiscalStartMonth: number; money: boolean },
): Promise<YearFigures> {
  const periods = periodsOfYear(year, fiscalStartMonth, scope.dataDate)
  const dataDate = scope.dataDate ?? ''
  const { reach } = scope
  const both = [...periods.monthsBefore, ...periods.months]
  const { thisYear, prevYear, prevToSameDay } = periods
  const isOpen = thisYear === null || thisYear.to < periods.year.to
  const closedUntil = thisYear ? lastClosedDay(thisYear.to) : null
  const begun = both.filter(({ from }) => from <= dataDate).map(({ from }) => from)
  const within = ({ from, to }: Period) => begun.filter((month) => from <= month && month <= to)

  // For a year in progress the last closed months may start before both.
  const churnMonths = closedUntil === null ? [] : monthsUntil(closedUntil, 24)
  const read = [...new Set([...churnMonths, ...begun])]
  const months = new Map((await readMonths(db, scope, read)).map((month) => [month.month, month]))
  const people = await readPeopleOfMonths(db, scope, begun)
  const lines = money ? await readMonthSales(db, scope, begun) : null
  const bills = money ? await readBills(db, idArray(scope.shopIds), [periods.previous, periods.year]) : []

  const daysOfMonth = (month: string): Period => ({ from: month, to: earlier(monthEnd(month), dataDate) })
  // A month that is known in part is counted by its days.
  const inPart = new Map<string, Part>()
  for (const month of begun.filter((one) => isKnownInPart(reach, daysOfMonth(one)))) {
    inPart.set(month, await readPart(db, scope, daysOfMonth(month), money))
  }
  const partOf = (month: string): Part => {
    const days = daysOfMonth(month)
    const part = inPart.get(month)
    if (part)
      return { ...part, totals: knownCounts(part.totals, days, reach), visitors: people.get(month)?.unique ?? 0 }
    return {
      month,
      totals: knownCounts(months.get(month) ?? quietTotals, days, reach),
      visitors: people.get(month)?.unique ?? 0,
      lines: isTouched(reach, days, 'sales') ? (lines?.get(month) ?? []) : [],
    }
  }
  const report = (
    period: Period,
    parts: readonly Part[],
    visitors: Visitors | undefined,
    billedUntil = dataDate,
    later = nothingLater,
    averaged = parts,
  ) => {
    const billed = bills.filter(
      (bill) => period.from <= bill.targetMonth && bill.targetMonth <= period.to && bill.dueOn <= billedUntil,
    )
    return reportOf(period, parts, visitors, money ? billed : null, later, averaged)
  }
  const wholeYear = async (year: Period, reached: Period | null): Promise<YearReport> => {
    if (!reached) return { ...futureReport(year, money), averageMonthlyChurn: null }
    const counted = within(reached)
    const parts = counted.map(partOf)
    const closed = reached.to < monthEnd(counted.at(-1) as string) ? parts.slice(0, -1) : parts
    const people = await readPeopleOver(db, scope, counted)
    return { ...report(reached, parts, people, dataDate, nothingLater, closed), ...churnOf(closed) }
  }
  const monthOfYear = (month: Period): MonthOfYear => {
    const [year, number] = month.from.split('-').map(Number) as [number, number]
    const reached = capped(month, dataDate)
    const figures = reached ? report(reached, [partOf(month.from)], people.get(month.from)) : futureReport(month, money)
    return { ...figures, year, month: number }
  }
  const toSameDay = async (period: Period): Promise<YearReport> => {
    const counted = within(period)
    const last = counted.at(-1) as string
    const whole = counted.slice(0, -1).map(partOf)
    const isLastOver = period.to === monthEnd(last)
    const parts = [
      ...whole,
      isLastOver ? partOf(last) : await readPart(db, scope, { from: last, to: period.to }, money),
    ]
    const later = (await readKnownLater(db, idArray(scope.shopIds), [period], money)).get(period)
    // The months that are over in the year in progress too.
    const closed = isLastOver ? parts : whole
    const partial = report(period, parts, undefined, period.to, later, closed)
    return {
      ...partial,
      visits: { ...partial.visits, unique: null, rate: null, zeroVisitors: null },
      ...churnOf(closed),
    }
  }

  const counted = thisYear ? within(thisYear) : []
  const shops = idArray(scope.shopIds)
  const trailing = closedUntil === null ? null : await readTrailing(db, { shops, reach }, closedUntil, money)
  const corrected = counted.flatMap((month) => months.get(month)?.correctedAt ?? []).sort()
  const thisReport = await wholeYear(periods.year, thisYear)
  const pending = await hasPendingBills(db, shops, periods.year)
  return {
    periods,
    isProvisional: isOpen || pending || isUnsettled(reach, periods.year),
    correctedAt: corrected.length > 0 ? new Date(corrected.at(-1) as string) : null,
    stillMoving: stillMovingOf({
      trials: await trialsMayMove(db, shops, periods.year),
      bills: money && (pending || (thisReport.sales?.unpaid ?? 0) > 0),
    }),
    thisYear: thisReport,
    prevYear: await wholeYear(periods.previous, prevYear),
    prevToSameDay: prevToSameDay && (await toSameDay(prevToSameDay)),
    annualChurn: annualChurnOf(periods.year, closedUntil, months, reach),
    equilibrium: trailing && equilibriumOf(trailing),
    lifetime: await readLifetime(db, { shops, reach }, trailing, money),
    months: periods.months.map(monthOfYear),
    monthsBefore: periods.monthsBefore.map(monthOfYear),
  }
}

/** Consecutive months as one period; `averaged` are the months behind the figures per member. */
function reportOf(
  period: Period,
  parts: readonly Part[],
  visitors: Visitors | undefined,
  bills: readonly Bill[] | null,
  later: KnownLater,
  averaged: readonly Part[],
): WithoutMedian {
  const first = parts[0]?.totals ?? quietTotals
  const last = parts.at(-1)?.totals ?? quietTotals
  const added = sumOf(parts.map((part) => part.totals))
  const totals: Totals = {
    ...added,
    trialsJoined: added.trialsJoined - later.trialsJoined,
    opening: first.opening,
    openingSuspended: first.openingSuspended,
    closing: last.closing,
    suspended: last.suspended,
  }
  const sales = bills && {
    ...salesReport(linesOf(parts), bills, 0, later.collected),
    ...perMember(averaged, bills),
  }
  const report = periodReport(period, totals, visitors, sales)
  const sum = (of: (part: Part) => number) => averaged.reduce((total, part) => total + of(part), 0)
  const days = sum(({ totals }) => totals.visitDays)
  return {
    ...report,
    visits: {
      ...report.visits,
      median: null,
      perMember: ratio(
        days,
        sum(({ totals }) => operatingOf(totals)),
      ),
      perVisitor: ratio(
        days,
        sum((part) => part.visitors),
      ),
    },
  }
}

const linesOf = (parts: readonly Part[]) => parts.flatMap((part) => part.lines)

/** 客単価 and 会費単価 of these months together. */
function perMember(parts: readonly Part[], bills: readonly Bill[]): Pick<SalesReport, 'arpu' | 'duesPerMember'> {
  const months = new Set(parts.map(({ month }) => month))
  const operating = parts.reduce((total, { totals }) => total + averageOperating(totals), 0)
  const { arpu, duesPerMember } = salesReport(
    linesOf(parts),
    bills.filter(({ targetMonth }) => months.has(targetMonth)),
    operating,
  )
  return { arpu, duesPerMember }
}

export const noChurn = ({ from, to }: Period): AnnualChurn => ({
  from,
  to,
  ofAverage: null,
  ofOpening: null,
  before: { ofAverage: null, ofOpening: null },
})

/** 年間退会率 of the twelve closed months that end on `to`, and of the twelve before; none without such a day. */
function annualChurnOf(year: Period, to: string | null, months: ReadonlyMap<string, Month>, reach: Reach): AnnualChurn {
  if (to === null) return noChurn(year)
  const all = monthsUntil(to, 24)
  const of = (twelve: readonly string[]) => {
    const known = twelve.flatMap((month) => months.get(month) ?? []).filter(({ opening }) => opening > 0)
    const days = { from: twelve[0] as string, to: monthEnd(twelve.at(-1) as string) }
    if (known.length < twelve.length || !isWhole(reach, days, 'contracts', 'leavers'))
      return { ofAverage: null, ofOpening: null }
    const withdrawals = known.reduce((sum, month) => sum + month.withdrawals, 0)
    const average = known.reduce((sum, { opening, closing }) => sum + (opening + closing) / 2, 0) / known.length
    return { ofAverage: ratio(withdrawals, average), ofOpening: ratio(withdrawals, known[0]?.opening ?? 0) }
  }
  return { from: all[12] as string, to, ...of(all.slice(12)), before: of(all.slice(0, 12)) }
}

/** The first days of so many months, the last of which ends on `to`. */
const monthsUntil = (to: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => monthOf(Number(to.slice(0, 4)), Number(to.slice(5, 7)) - count + 1 + at).from,
  )

/** Mean of the churn rates of whole months; null without any, or where one started without members. */
function churnOf(months: readonly Part[]): Pick<YearReport, 'averageMonthlyChurn'> {
  const rates = months.map(({ totals }) => ratio(totals.withdrawals, totals.opening))
  const known = rates.filter((rate) => rate !== null)
  const isWhole = known.length > 0 && known.length === rates.length
  return { averageMonthlyChurn: isWhole ? known.reduce((sum, rate) => sum + rate, 0) / known.length : null }
}

/** A month from its first day to the period's last, from its days. */
async function readPart(db: Db, scope: ReportScope, period: Period, money: boolean): Promise<Part> {
  const days = await readDays(db, scope, period.from, [{ from: addDays(period.from, -1), to: period.to }])
  const sales = money ? await readSales(db, idArray(scope.shopIds), [period]) : null
  // Visitors of a partial month are not shown for a year.
  return {
    month: period.from,
    totals: totalsOfDays(period, days, scope.reach),
    visitors: 0,
    lines: knownDays(scope.reach, period, 'sales')
      .flatMap(daysOf)
      .flatMap((date) => sales?.byDay.get(date) ?? []),
  }
}

const monthEnd = (date: string) => monthOf(Number(date.slice(0, 4)), Number(date.slice(5, 7))).to

/** The last day of the last month that is over on `date`. */
const lastClosedDay = (date: string) => (date === monthEnd(date) ? date : addDays(`${date.slice(0, 7)}-01`, -1))
