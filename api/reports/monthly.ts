import holidayCalendar from '@holiday-jp/holiday_jp'
import { type SQL, sql } from 'drizzle-orm'
import { type DailyReport, type PeriodReport, type SalesCategory, salesCategories } from '#contract/report.ts'
import type { Db } from '../db/client.ts'
import { addDays, daysOf, type MonthPeriods, monthOf, type Period, periodsOf } from './periods.ts'
import { idArray } from './rollup.ts'

/** Which shops a report is about, and how far the data reaches. */
export interface Head {
  /** Ids in scope, sorted by number. */
  shopIds: string[]
  dataAsOf: Date | null
  /** YYYY-MM-DD in Asia/Tokyo. */
  dataDate: string | null
}

export interface MonthFigures {
  periods: MonthPeriods
  isProvisional: boolean
  thisMonth: PeriodReport
  prevMonth: PeriodReport
  prevToSameDay: PeriodReport | null
  scheduled: { admissions: number | null; withdrawals: number | null; suspensions: number | null }
  daily: DailyReport[]
}

/**
 * The rows of a query as one JSON value: PGlite spends more on handing over a few hundred cells than on finding them.
 * Dates arrive as YYYY-MM-DD, and every sum as a number: JSON has them exact to 2^53.
 */
async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const answer = await db.execute(sql`select coalesce(json_agg(row), '[]') as rows from (${query}) row`)
  return (answer as unknown as { rows: { rows: Row[] }[] }).rows[0]?.rows ?? []
}

/** The shops that exist among those asked for (omitted: all that this database connection may see), and the data date. */
export async function readHead(db: Db, shopIds?: readonly string[]): Promise<Head> {
  const [row] = await rowsOf<{ ids: number[] | null; as_of: string | null }>(
    db,
    sql`
      select (select array_agg(id order by id) from shop where ${shopIds ? sql`id = any(${idArray(shopIds)})` : sql`true`}) as ids,
        (select to_char(data_as_of at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS.MS') from data_state) as as_of`,
  )
  const asOf = row?.as_of ?? null
  return {
    shopIds: (row?.ids ?? []).map(String),
    dataAsOf: asOf === null ? null : new Date(`${asOf}+09:00`),
    dataDate: asOf === null ? null : asOf.slice(0, 10),
  }
}

/**
 * Every figure of report/monthly-stats (domain.md §2.2) for the shops of `head`, from the rollups: the cost follows
 * the two months and not the history. Counts are whole, money is yen with tax, rates are unrounded and null where
 * the denominator is 0. A transfer between two of the shops is none for them together. Without `money` no table that
 * holds money is read.
 */
export async function monthFigures(
  db: Db,
  head: Head,
  { year, month, money }: { year: number; month: number; money: boolean },
): Promise<MonthFigures> {
  const periods = periodsOf(year, month, head.dataDate)
  const range = { from: monthOf(year, month - 1).from, to: (periods.thisMonth ?? periods.prevMonth)?.to }
  const shops = idArray(head.shopIds)
  const days = range.to
    ? await readDays(db, head.shopIds, periods.month.from, { from: addDays(range.from, -1), to: range.to })
    : new Map<string, Day>()
  const people = await readPeople(db, shops, periods)
  const sales = money && range.to ? await readSales(db, shops, { from: range.from, to: range.to }) : noSales
  const scheduled = await readScheduled(db, shops, periods.month, head.dataDate)

  const dataDate = head.dataDate ?? ''
  const { thisMonth, prevMonth, prevToSameDay } = periods
  const report = (period: Period, visitors = nobody, billedUntil = dataDate) =>
    periodReport(period, days, visitors, money ? { sales, billedUntil } : null)
  return {
    periods,
    isProvisional: thisMonth === null || thisMonth.to < periods.month.to || scheduled.pendingBills,
    thisMonth: thisMonth ? report(thisMonth, people.this) : futureReport(periods.month, money),
    prevMonth: prevMonth ? report(prevMonth, people.prev) : futureReport(monthOf(year, month - 1), money),
    prevToSameDay: prevToSameDay && report(prevToSameDay, people.same, prevToSameDay.to),
    scheduled: scheduled.counts,
    daily: daysOf(periods.month).map((date) =>
      dailyReport(date, date <= dataDate ? (days.get(date) ?? quietDay) : null, money ? sales : null),
    ),
  }
}

interface Day {
  admissions: number
  readmissions: number
  transferIn: number
  withdrawals: number
  transferOut: number
  closing: number
  suspended: number
  visits: number
  /** Visit days: one member, one shop, one day. */
  visitDays: number
  /** Members, each once however many of the shops they came to. */
  unique: number
}

const quietDay: Day = {
  admissions: 0,
  readmissions: 0,
  transferIn: 0,
  withdrawals: 0,
  transferOut: 0,
  closing: 0,
  suspended: 0,
  visits: 0,
  visitDays: 0,
  unique: 0,
}

/**
 * The rollup of each day over the shops. A move between two of them is none, and in the month that begins on `month`
 * (the days that are shown) a member who came to two shops on one day is one of its `unique`.
 */
async function readDays(
  db: Db,
  shopIds: readonly string[],
  month: string,
  { from, to }: Period,
): Promise<Map<string, Day>> {
  const shops = idArray(shopIds)
  const sums = sql`
    select date, sum(admissions) as admissions, sum(readmissions) as readmissions, sum(transfer_in) as "transferIn",
      sum(withdrawals) as withdrawals, sum(transfer_out) as "transferOut", sum(closing) as closing,
      sum(suspended) as suspended, sum(visits) as visits, sum(visitors) as "visitDays", sum(visitors) as unique
    from shop_day where shop_id = any(${shops}) and date between ${from} and ${to} group by date`
  const days = new Map((await rowsOf<Day & { date: string }>(db, sums)).map(({ date, ...day }) => [date, day]))
  if (shopIds.length === 1) return days

  const twice = sql`
    with asked_month as materialized (
      select member_id, days from member_visit_month where shop_id = any(${shops}) and month = ${month}
    ),
    visit_day as (
      select day_no, count(*) as shops
      from (
        select member_id from asked_month
        -- Days that do not overlap add up to what they are together.
        group by member_id having sum(days) <> bit_or(days)
      ) several_shops
      join asked_month using (member_id)
      cross join generate_series(0, 30) as day_no
      where (days >> day_no) & 1 = 1
      group by member_id, day_no
    )
    select from_on as date, count(*) as moves, 0 as repeats from membership_interval
    where shop_id = any(${shops}) and came_from_shop_id = any(${shops}) and from_on between ${from} and ${to}
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

interface Visitors {
  unique: number
  median: number | null
  /** Own members who were 稼働 on any day of the period, their last day of membership included. */
  operating: number
  /** Of them, those who came. */
  operatingWhoCame: number
}

const nobody: Visitors = { unique: 0, median: null, operating: 0, operatingWhoCame: 0 }

/** What needs people and not days: each person once a period. */
async function readPeople(db: Db, shops: SQL, periods: MonthPeriods): Promise<Partial<Record<string, Visitors>>> {
  const wanted = Object.entries({ this: periods.thisMonth, prev: periods.prevMonth, same: periods.prevToSameDay })
    .filter((entry): entry is [string, Period] => entry[1] !== null)
    .map(([key, period]) => ({ key, ...period, column: (name: string) => sql.identifier(`${key}_${name}`) }))
  if (wanted.length === 0) return {}
  const months = sql`array[${sql.join(
    [...new Set(wanted.map(({ from }) => from))].map((from) => sql`${from}::date`),
    sql`, `,
  )}]`
  const first = wanted.map(({ from }) => from).sort()[0] as string
  const last = wanted
    .map(({ to }) => to)
    .sort()
    .at(-1) as string
  const each = (part: (one: (typeof wanted)[number]) => SQL) => sql.join(wanted.map(part), sql`, `)
  // The days of the month up to the period's last.
  const bits = ({ to }: Period) => sql`(days & ${2 ** Number(to.slice(8)) - 1}::bigint::integer)`
  const [row] = await rowsOf<Record<string, number | null>>(
    db,
    sql`
      with came as (
        select member_id, ${each(
          (one) => sql`
          coalesce(sum(bit_count(${bits(one)}::bit(32))::integer)
            filter (where month = ${one.from} and shop_id = any(${shops})), 0)::integer as ${one.column('days')},
          bool_or(${bits(one)} <> 0)
            filter (where month = ${one.from} and home_shop_id = any(${shops})) as ${one.column('own')}`,
        )}
        from member_visit_month
        where month = any(${months}) and (shop_id = any(${shops}) or home_shop_id = any(${shops}))
        group by member_id
      ),
      operating as (
        select member_id, ${each(
          ({ from, to, column }) => sql`
          bool_or(from_on <= ${to} and (until_on is null or until_on >= ${from}::date + (not ends_span)::integer)) as ${column('operating')}`,
        )}
        from membership_interval
        where shop_id = any(${shops}) and not suspended and from_on <= ${last}
          and (until_on is null or until_on >= ${first})
        group by member_id
      )
      select ${each(
        ({ key, column }) => sql`
        count(*) filter (where ${column('days')} > 0) as ${sql.identifier(`${key}Unique`)},
        percentile_cont(0.5) within group (order by ${column('days')}) filter (where ${column('days')} > 0)
          as ${sql.identifier(`${key}Median`)},
        count(*) filter (where ${column('operating')}) as ${sql.identifier(`${key}Operating`)},
        count(*) filter (where ${column('operating')} and ${column('own')})
          as ${sql.identifier(`${key}OperatingWhoCame`)}`,
      )}
      from came full join operating using (member_id)`,
  )
  return Object.fromEntries(
    wanted.map(({ key }) => [
      key,
      {
        unique: row?.[`${key}Unique`] ?? 0,
        median: row?.[`${key}Median`] ?? null,
        operating: row?.[`${key}Operating`] ?? 0,
        operatingWhoCame: row?.[`${key}OperatingWhoCame`] ?? 0,
      },
    ]),
  )
}

interface Sales {
  /** By day, then category. */
  byDay: Map<string, { category: SalesCategory; gross: number; refund: number; tax: number }[]>
  bills: { targetMonth: string; dueOn: string; billed: number; collected: number }[]
}

const noSales: Sales = { byDay: new Map(), bills: [] }

async function readSales(db: Db, shops: SQL, { from, to }: Period): Promise<Sales> {
  const rows = await rowsOf<{ date: string; category: SalesCategory; gross: number; refund: number; tax: number }>(
    db,
    sql`
      select date, category, sum(gross) as gross, sum(refund) as refund, sum(tax) as tax
      from shop_day_sales where shop_id = any(${shops}) and date between ${from} and ${to}
      group by date, category`,
  )
  const bills = await rowsOf<Sales['bills'][number]>(
    db,
    sql`
      select target_month as "targetMonth", due_on as "dueOn", sum(billed) as billed, sum(collected) as collected
      from shop_billing where shop_id = any(${shops}) and target_month between ${from} and ${to}
      group by target_month, due_on`,
  )
  const byDay: Sales['byDay'] = new Map()
  for (const { date, ...line } of rows) byDay.set(date, [...(byDay.get(date) ?? []), line])
  return { byDay, bills }
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

/** null where the denominator is 0 (domain.md §2.0). */
const ratio = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : numerator / denominator

function periodReport(
  { from, to }: Period,
  days: Map<string, Day>,
  visitors: Visitors,
  money: { sales: Sales; billedUntil: string } | null,
): PeriodReport {
  const dates = daysOf({ from, to })
  const total = (figure: keyof Day) => dates.reduce((sum, date) => sum + (days.get(date)?.[figure] ?? 0), 0)
  const before = days.get(addDays(from, -1)) ?? quietDay
  const end = days.get(to) ?? quietDay
  const operatingBefore = before.closing - before.suspended
  const operating = end.closing - end.suspended
  const withdrawals = total('withdrawals')
  const visitDays = total('visitDays')
  return {
    from,
    to,
    members: {
      opening: before.closing,
      admissions: total('admissions'),
      readmissions: total('readmissions'),
      transferIn: total('transferIn'),
      withdrawals,
      transferOut: total('transferOut'),
      closing: end.closing,
      suspended: end.suspended,
      operating,
      netGrowth: end.closing - before.closing,
      churnRate: ratio(withdrawals, before.closing),
    },
    visits: {
      count: total('visits'),
      days: visitDays,
      unique: visitors.unique,
      rate: ratio(visitors.operatingWhoCame, visitors.operating),
      perMember: ratio(visitDays, operating),
      median: visitors.median,
      zeroVisitors: visitors.operating - visitors.operatingWhoCame,
    },
    ...(money && {
      sales: salesReport(
        money.sales,
        dates,
        money.sales.bills.filter((bill) => bill.targetMonth === from && bill.dueOn <= money.billedUntil),
        (operatingBefore + operating) / 2,
      ),
    }),
  }
}

function salesReport(
  { byDay }: Sales,
  dates: readonly string[],
  bills: Sales['bills'],
  averageOperating: number,
): NonNullable<PeriodReport['sales']> {
  const byCategory = Object.fromEntries(salesCategories.map((category) => [category, 0])) as Record<
    SalesCategory,
    number
  >
  let gross = 0
  let refund = 0
  let tax = 0
  for (const line of dates.flatMap((date) => byDay.get(date) ?? [])) {
    gross += line.gross
    refund += line.refund
    tax += line.tax
    byCategory[line.category] += line.gross - line.refund
  }
  const net = gross - refund
  const billed = bills.reduce((sum, bill) => sum + bill.billed, 0)
  const collected = bills.reduce((sum, bill) => sum + bill.collected, 0)
  return {
    gross,
    refund,
    net,
    netExTax: net - tax,
    byCategory,
    unpaid: billed - collected,
    collectionRate: ratio(collected, billed),
    arpu: ratio(net, averageOperating),
  }
}

/** A period that the data has not reached: people unknown, no money yet. */
function futureReport({ from, to }: Period, money: boolean): PeriodReport {
  return {
    from,
    to,
    members: {
      opening: null,
      admissions: null,
      readmissions: null,
      transferIn: null,
      withdrawals: null,
      transferOut: null,
      closing: null,
      suspended: null,
      operating: null,
      netGrowth: null,
      churnRate: null,
    },
    visits: { count: null, days: null, unique: null, rate: null, perMember: null, median: null, zeroVisitors: null },
    ...(money && { sales: salesReport(noSales, [], [], 0) }),
  }
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
