import { sql } from 'drizzle-orm'
import type { DayFacts } from '#contract/daily-report.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { toTokyoDateTime } from '../lib/time.ts'
import { readCourse } from './course.ts'
import { readDays } from './days.ts'
import { landingOf, readTarget } from './forecast.ts'
import { type Bill, readSales, salesReport } from './money.ts'
import { totalsOfDays } from './period-report.ts'
import { addDays, monthOf, type Period } from './periods.ts'
import type { ReportScope } from './report-scope.ts'

interface DayQuery {
  shopId: string
  /** YYYY-MM-DD, a business day of the shop. */
  date: string
  money: boolean
}

/**
 * A shop's day as in its daily report (docs/domain.md, "Daily reports"), from the same rollups and by the same forecast
 * as report/monthly-stats: counts whole, money in yen with tax. Month to date ends with the day; the forecast uses what
 * was known on it, and on the data date equals the dashboard's. After the data date the figures are null, and the month is
 * the one up to the data date; null in a later month. Without `money` no table of money is read.
 */
export async function readDayFacts(
  db: Db,
  { dataDate, dataAsOf, reach }: Pick<ReportScope, 'dataDate' | 'dataAsOf' | 'reach'>,
  { shopId, date, money }: DayQuery,
): Promise<DayFacts> {
  const shops = idArray([shopId])
  const month = monthOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)))
  const target = await readTarget(db, shops, month.from, money)
  const head = { target, dataAsOf: dataAsOf && toTokyoDateTime(dataAsOf) }
  if (dataDate === null || dataDate < month.from) {
    return { ...head, figures: unknownFigures(money), monthToDate: null, landing: null }
  }
  if (date > dataDate) {
    const known = await readDayFacts(db, { dataDate, dataAsOf, reach }, { shopId, date: dataDate, money })
    return { ...known, figures: unknownFigures(money) }
  }
  const soFar = { from: month.from, to: date }
  const days = await readDays(db, { shopIds: [shopId], isChain: false, reach }, month.from, [
    { from: addDays(month.from, -1), to: date },
  ])
  const day = totalsOfDays({ from: date, to: date }, days)
  const total = totalsOfDays(soFar, days)
  const people = await readPeopleOfDay(db, shopId, date, month, date === dataDate)
  const sales = money ? await readSales(db, shops, [soFar]) : null
  const earned = sales && salesReport([...sales.byDay.values()].flat(), [], 0)
  const bills = money
    ? await readBillsOfDay(db, shopId, date, month, date === dataDate ? (sales?.bills ?? []) : null)
    : null
  return {
    ...head,
    figures: {
      visitCount: day.visits,
      uniqueVisitors: day.visitDays,
      tourCount: day.tours,
      trialCount: day.trials,
      admissionCount: day.admissions,
      withdrawalRequestCount: day.withdrawalRequests,
      suspensionCount: people.suspensions,
      bookedCount: day.booked,
      attendedCount: day.attended,
      noShowCount: day.noShow,
      ...(sales && {
        salesByCategory: salesReport(sales.byDay.get(date) ?? [], [], 0).byCategory,
        unpaidCount: bills?.unpaid ?? 0,
      }),
    },
    monthToDate: {
      admissions: total.admissions,
      withdrawals: total.withdrawals,
      closing: total.closing,
      visits: total.visits,
      ...(earned && { sales: earned.net }),
    },
    landing:
      date === month.to
        ? null
        : landingOf(
            { to: date, members: total, ...(earned && { sales: earned }) },
            month,
            people,
            bills?.toCome ?? [],
            await readCourse(db, { shops, reach }, month, date, money),
          ),
  }
}

const unknownFigures = (money: boolean): DayFacts['figures'] => ({
  visitCount: null,
  uniqueVisitors: null,
  tourCount: null,
  trialCount: null,
  admissionCount: null,
  withdrawalRequestCount: null,
  suspensionCount: null,
  bookedCount: null,
  attendedCount: null,
  noShowCount: null,
  ...(money && { salesByCategory: null, unpaidCount: null }),
})

/**
 * 休会 that started on the day, and what was known on it about the rest of the month; on the data date all that is known.
 */
async function readPeopleOfDay(db: Db, shopId: string, date: string, month: Period, isLast: boolean) {
  const inShop = sql`i.shop_id = ${Number(shopId)}`
  const known = isLast ? sql`true` : sql`coalesce(c.cancel_requested_on, c.contracted_on) <= ${date}`
  const begun = isLast ? sql`true` : sql`c.contracted_on <= ${date}`
  const [row] = await rowsOf<{ suspensions: number; admissions: number; withdrawals: number }>(
    db,
    sql`
      select
        (select count(*) from membership_interval i
          where ${inShop} and i.from_on = ${date} and i.enters_suspension) as suspensions,
        (select count(*) from membership_interval i join contract c on c.id = i.contract_id
          where ${inShop} and i.from_on > ${date} and i.from_on <= ${month.to} and i.starts_span
            and ${begun}) as admissions,
        (select count(*) from membership_interval i join contract c on c.id = i.contract_id
          where ${inShop} and i.until_on > ${date} and i.until_on <= ${month.to} and i.ends_span
            and ${known}) as withdrawals`,
  )
  return row ?? { suspensions: 0, admissions: 0, withdrawals: 0 }
}

/** Bills of the month that were due and unpaid at the close of the day, and those whose run was still to come. */
async function readBillsOfDay(db: Db, shopId: string, date: string, month: Period, known: Bill[] | null) {
  const paid = sql`(status = 'paid' and coalesce(paid_on, due_on) <= ${date})`
  const rows = await rowsOf<{ dueOn: string; unpaid: number; billed: number; collected: number }>(
    db,
    sql`
      select due_on as "dueOn", count(*) filter (where amount > 0 and not ${paid}) as unpaid,
        sum(amount) as billed, coalesce(sum(amount) filter (where ${paid}), 0) as collected
      from billing where shop_id = ${Number(shopId)} and target_month = ${month.from} group by due_on`,
  )
  const due = rows.filter(({ dueOn }) => dueOn <= date)
  return {
    unpaid: due.reduce((sum, { unpaid }) => sum + unpaid, 0),
    toCome: known ?? rows.map((row): Bill => ({ ...row, targetMonth: month.from, members: 0 })),
  }
}
