import { type SQL, sql } from 'drizzle-orm'
import type { Sales } from '#contract/report-sales.ts'
import type { paymentMethods } from '#contract/words/member-record.ts'
import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import type { SalesBasis, Tax } from '#contract/words/sales.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { type Line, ratio, readBills, salesReport } from './money.ts'
import { addDays, capped, type Period, within } from './periods.ts'
import { cutBy, isTouched, isWhole, knownDays, none } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import {
  comparedTo,
  dateArray,
  firstOfMonth,
  isOfMonths,
  monthAround,
  monthParts,
  pointDays,
  pointsOf,
  readOf,
} from './sales-days.ts'
import { readSalesGoal } from './targets.ts'

export type SalesFigures = Omit<Sales, 'requestInfo' | 'generatedAt' | 'dataAsOf' | 'reach' | 'isProvisional'>

interface Requested extends Period {
  unit: 'day' | 'month'
  basis: SalesBasis
  tax: Tax
}

/** What is read, and from what: one shop list and data date for all of a report. */
interface From {
  db: Db
  shops: SQL
  dataDate: string
  basis: SalesBasis
  /** The first day with sales: by target month no earlier settlement counts. */
  soldFrom: string
}

/**
 * 売上 of these shops and days up to the data date (docs/domain.md, "Sales by day and month"); yen, rates unrounded. By target
 * month `from` and `to` are of whole months.
 */
export async function salesFigures(db: Db, scope: ReportScope, requested: Requested): Promise<SalesFigures> {
  const { reach, dataDate } = scope
  const shops = idArray(scope.shopIds)
  const period = dataDate === null ? null : capped(requested, dataDate)
  if (period === null || dataDate === null) return { ...nothingKnown, period, series: unknownPoints(requested) }
  const from: From = { db, shops, dataDate, basis: requested.basis, soldFrom: reach.sales?.from ?? dataDate }
  // By target month these are of months whose settlements are known, whenever they were paid for.
  const known = knownDays(reach, period, 'sales')
  const isKnown = known.length > 0
  const ofMonths = isOfMonths(requested)
  const isOpen = ofMonths && period.to < requested.to
  const byTarget = requested.basis === 'targetMonth'
  const hasArpu = ofMonths && !byTarget

  const points = requested.unit === 'month' ? await readLines(from, known) : await readDayLines(from, known)
  const byMonth =
    requested.unit === 'month' ? points : grouped(points.map((line) => ({ ...line, date: firstOfMonth(line.date) })))
  const others = comparedTo(requested, period)
  const compare = async (other: Period): Promise<Sales['summary']['prev']> => {
    const lines = isSame(other, period) ? byMonth : await readLines(from, [other])
    const isComparable = isWhole(reach, period, 'sales') && isWhole(reach, other, 'sales')
    const amounts = { ...amountsOf(lines), arpu: hasArpu ? await arpuOf(from, scope, other, lines) : null }
    return { ...other, ...(isComparable ? amounts : none(amounts)) }
  }
  const prev = byTarget && isOpen ? null : await compare(others.prev)
  const lastYear =
    byTarget && isOpen ? null : isSame(others.prev, others.lastYear) ? prev : await compare(others.lastYear)

  const amounts = amountsOf(byMonth)
  const bills = (await readBills(db, shops, [period])).filter(({ dueOn }) => dueOn <= dataDate)
  const { unpaid, collectionRate } = salesReport([], bills, 0)
  const hasBills = isTouched(reach, period, 'bills')
  const goal =
    ofMonths && !byTarget && requested.tax === 'included' ? await goalOf(from, scope, requested, byMonth) : null
  const yen = (line: Amount) => netOf(line, requested.tax)
  const all = sumOf(byMonth.map(yen))
  const part = (net: number) => ({ net, share: all > 0 ? net / all : null })
  const parts = isKnown ? await readParts(from, known) : []

  return {
    period,
    summary: {
      ...(isKnown ? amounts : none(amounts)),
      arpu: isKnown && hasArpu ? await arpuOf(from, scope, period, byMonth) : null,
      unpaid: hasBills ? unpaid : null,
      collectionRate: hasBills ? collectionRate : null,
      prev,
      lastYear,
    },
    byCategory: isKnown
      ? valuesOf(salesCategories).map((category) => ({
          category,
          ...part(sumOf(byMonth.filter((line) => line.category === category).map(yen))),
        }))
      : null,
    series: unknownPoints(requested).map((point) => {
      const lines = points.get(point.date) ?? []
      if (cutBy(pointDays(point.date, requested.unit, requested), known).length === 0) return point
      return {
        date: point.date,
        net: sumOf(lines.map(yen)),
        byCategory: categoriesOf((category) => sumOf(lines.filter((line) => line.category === category).map(yen))),
      }
    }),
    byPayment: isKnown
      ? parts
          .filter(({ by }) => by === 'method')
          .map((one) => ({ method: one.key as keyof typeof paymentMethods, count: one.sales, ...part(yen(one)) }))
          .sort((one, other) => other.net - one.net)
      : null,
    byStaff: isKnown
      ? parts
          .filter(({ by }) => by === 'staff')
          .map((one) => ({ staffId: one.key || null, name: one.name, count: one.sales, ...part(yen(one)) }))
          .sort((one, other) => Number(one.staffId === null) - Number(other.staffId === null) || other.net - one.net)
      : null,
    goal,
  }
}

const categoriesOf = <Value>(of: (category: SalesCategory) => Value) =>
  Object.fromEntries(valuesOf(salesCategories).map((category) => [category, of(category)])) as Record<
    SalesCategory,
    Value
  >

const unknownPoints = (requested: Requested): Sales['series'] =>
  pointsOf(requested, requested.unit).map((date) => ({ date, net: null, byCategory: categoriesOf(() => null) }))

const nothingKnown: Omit<SalesFigures, 'period' | 'series'> = {
  summary: {
    ...{ gross: null, refund: null, net: null, netExTax: null, arpu: null, unpaid: null, collectionRate: null },
    ...{ prev: null, lastYear: null },
  },
  byCategory: null,
  byPayment: null,
  byStaff: null,
  goal: null,
}

type Amount = Pick<Line, 'gross' | 'refund' | 'tax'>

/** Net of refunds, by tax. */
export const netOf = ({ gross, refund, tax }: Amount, by: Tax): number => gross - refund - (by === 'excluded' ? tax : 0)

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const isSame = (one: Period, other: Period) => one.from === other.from && one.to === other.to

/** Lines of all points, and those of one. */
type Lines = (Line & { date: string })[] & { get(date: string): Line[] | undefined }

const grouped = (rows: readonly (Line & { date: string })[]): Lines => {
  const byDate = Map.groupBy(rows, ({ date }) => date)
  return Object.assign([...rows], { get: (date: string) => byDate.get(date) })
}

/** The lines of these days by month. */
async function readLines({ db, shops, dataDate, basis, soldFrom }: From, stretches: readonly Period[]): Promise<Lines> {
  const { isMonth, days } = readOf(stretches, dataDate)
  const stored =
    basis === 'targetMonth'
      ? sql`
          select target_month as date, key as category, gross, refund, tax from shop_month_sales_by
          where shop_id = any(${shops}) and ${within(sql`target_month`, stretches.map(fromFirst))}
            and month >= ${firstOfMonth(soldFrom)} and by = 'category'`
      : sql`
          select month as date, category, gross, refund, tax from shop_month_sales
          where shop_id = any(${shops}) and ${isMonth(sql`month`)}
          union all
          select month_of(date), category, gross, refund, tax from shop_day_sales
          where shop_id = any(${shops}) and ${within(sql`date`, days)}`
  return grouped(
    await rowsOf<Line & { date: string }>(
      db,
      sql`select date, category, sum(gross) as gross, sum(refund) as refund, sum(tax) as tax
        from (${stored}) line group by date, category`,
    ),
  )
}

/** A target month is its first day. */
const fromFirst = ({ from, to }: Period): Period => ({ from: firstOfMonth(from), to })

/** The lines of these days, each. */
const readDayLines = async ({ db, shops }: From, stretches: readonly Period[]): Promise<Lines> =>
  grouped(
    await rowsOf<Line & { date: string }>(
      db,
      sql`
        select date, category, sum(gross) as gross, sum(refund) as refund, sum(tax) as tax from shop_day_sales
        where shop_id = any(${shops}) and ${within(sql`date`, stretches)} group by date, category`,
    ),
  )

interface Part extends Amount {
  by: 'method' | 'staff'
  key: string
  name: string | null
  sales: number
}

/** The sales of these days by payment method and by staff. */
function readParts({ db, shops, dataDate, basis, soldFrom }: From, stretches: readonly Period[]): Promise<Part[]> {
  const { isMonth, days } = readOf(stretches, dataDate)
  const stored =
    basis === 'targetMonth'
      ? sql`
          select by, key, sales, gross, refund, tax from shop_month_sales_by
          where shop_id = any(${shops}) and ${within(sql`target_month`, stretches.map(fromFirst))}
            and month >= ${firstOfMonth(soldFrom)} and by <> 'category'`
      : sql`
          select by, key, sales, gross, refund, tax from shop_month_sales_by
          where shop_id = any(${shops}) and ${isMonth(sql`month`)} and by <> 'category'
          union all
          select by, key, sales, gross, refund, tax from shop_day_sales_by
          where shop_id = any(${shops}) and ${within(sql`date`, days)}`
  return rowsOf<Part>(
    db,
    sql`
      select p.*, w.display_name as name
      from (
        select by, key, sum(sales) as sales, sum(gross) as gross, sum(refund) as refund, sum(tax) as tax
        from (${stored}) one group by by, key
      ) p
      left join staff w on w.id = case when p.by = 'staff' and p.key <> '' then p.key::integer end
      order by p.by, p.key`,
  )
}

/**
 * The goal of each month, and that of the months that are known from their first day and have one, beside what was sold
 * in the same months; null without any.
 */
async function goalOf(
  { db, shops, dataDate }: From,
  { reach }: ReportScope,
  requested: Requested,
  lines: Lines,
): Promise<Sales['goal']> {
  const months = monthParts(requested)
  const goals = await readSalesGoal(db, shops, months)
  const compared = months.flatMap((month, at) => {
    const [goal, days] = [goals[at] ?? null, capped(month, dataDate)]
    return goal !== null && days !== null && isWhole(reach, days, 'sales') ? [{ goal, month: month.from }] : []
  })
  if (goals.every((goal) => goal === null)) return null
  return {
    months: months.map(({ from }, at) =>
      from > dataDate || compared.some(({ month }) => month === from) ? (goals[at] ?? null) : null,
    ),
    compared: compared.map(({ month }) => month),
    period: sumOf(compared.map(({ goal }) => goal)),
    net: sumOf(compared.flatMap(({ month }) => (lines.get(month) ?? []).map((line) => netOf(line, 'included')))),
  }
}

/** With every amount tax included. */
function amountsOf(lines: readonly Line[]) {
  const { gross, refund, net, netExTax } = salesReport(lines, [], 0)
  return { gross, refund, net, netExTax }
}

/** Σ net ÷ Σ mean 稼働会員 of the period's months, which begins with one; a part of a month is in it only alone. */
async function arpuOf(
  { db, shops }: From,
  { reach }: ReportScope,
  period: Period,
  lines: Lines,
): Promise<number | null> {
  const all = monthParts(period)
  const parts = all.length > 1 ? all.filter(({ from, to }) => to === monthAround(from).to) : all
  const last = parts.at(-1)
  if (!last || !isWhole(reach, { from: period.from, to: last.to }, 'sales', 'contracts', 'leavers')) return null
  const closes = parts.flatMap(({ from, to }) => [addDays(from, -1), to])
  const operating = new Map(
    (
      await rowsOf<{ date: string; operating: number }>(
        db,
        sql`
          select date, sum(closing - suspended) as operating from shop_day
          where shop_id = any(${shops}) and date = any(${dateArray([...new Set(closes)])}) group by date`,
      )
    ).map((row) => [row.date, row.operating]),
  )
  return ratio(
    sumOf(parts.flatMap(({ from }) => (lines.get(firstOfMonth(from)) ?? []).map((line) => netOf(line, 'included')))),
    sumOf(closes.map((date) => operating.get(date) ?? 0)) / 2,
  )
}
