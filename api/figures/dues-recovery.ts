import { type SQL, sql } from 'drizzle-orm'
import { type DuesMonth, type DuesRecovery, overdueAges, recoveryDays } from '#contract/report-dues.ts'
import type { paymentMethods } from '#contract/words/member-record.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { independentOf, type SumsByPerson } from './by-person.ts'
import { ratio } from './money.ts'
import { addDays, capped, earlier, monthOf } from './periods.ts'
import { isMissing, isTouched } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { dateArray } from './sales-days.ts'
import { shareOf, unknown, withoutInterval } from './shop-comparison.ts'

export type DuesFigures = Omit<DuesRecovery, 'requestInfo' | 'generatedAt' | 'dataAsOf' | 'reach' | 'isProvisional'>

/** Shown months: the requested one and the twelve before it. */
const shownMonths = 13
/** The N that is compared. */
const comparedAfter = 30

interface MonthRow {
  month: string
  lastDue: string
  /** Whether a run has come. */
  hasRun: boolean
  billed: number
  waiting: number
  failed: number
  people: number
  open: number
  openPeople: number
  back: number[]
  peopleBack: number[]
}

/** A shop, or a way of paying. */
type PartKey = { shopId: number; method: null } | { shopId: null; method: keyof typeof paymentMethods }
type Sums = PartKey & { billed: number; failed: number; back: number }

/** Members with failed dues (`of`), once a month, and those who were back (`count`). */
interface People extends SumsByPerson {
  count: number
  of: number
}
type PartPeople = PartKey & { all: People; before: People }

/**
 * 未収金の回収 (docs/domain.md, "Dues that come back"): dues that were not paid on their due day, of the thirteen target
 * months up to the given one, and what is open at the data date. Whole yen; rates 0–1 and unrounded, null of nothing.
 * Days are counted in Asia/Tokyo, from a bill's due day.
 */
export async function duesFigures(
  db: Db,
  scope: ReportScope,
  { year, month }: { year: number; month: number },
): Promise<DuesFigures> {
  const { dataDate, reach } = scope
  const shown = Array.from({ length: shownMonths }, (_, at) => monthOf(year, month - shownMonths + 1 + at))
  const [first, last] = [shown[0]?.from ?? '', shown.at(-1)?.from ?? '']
  if (dataDate === null) {
    const months = shown.map(({ from }) => ({ month: from, figures: null }))
    return { period: null, months, open: null, newest: null, ripe: [], byMethod: [], byShop: [] }
  }
  const shops = idArray(scope.shopIds)
  const isKnown = (first: string) => {
    const days = capped(monthOf(Number(first.slice(0, 4)), Number(first.slice(5, 7))), dataDate)
    return days !== null && isTouched(reach, days, 'bills')
  }
  const rows = await readMonths(db, shops, { first, last, dataDate })
  const followedTo = earlier(dataDate, reach.bills?.to ?? dataDate)
  const isRipe = ({ month, lastDue }: MonthRow, days: number) => {
    const to = addDays(lastDue, days)
    return to <= followedTo && !isMissing(reach, { from: month, to }, 'bills')
  }
  const known = rows.filter(({ month, hasRun }) => hasRun && isKnown(month))
  const months = shown.map(({ from }): DuesMonth => {
    const row = known.find((one) => one.month === from)
    return { month: from, figures: row ? figuresOf(row, (days) => isRipe(row, days), dataDate) : null }
  })
  const ripe = known.filter((row) => row.month >= first && isRipe(row, comparedAfter)).map((row) => row.month)
  const newest = ripe.at(-1)
  const sums = newest === undefined ? [] : await readSums(db, shops, ripe, dataDate)
  const parts = newest === undefined ? [] : await readPeople(db, shops, { ripe, newest, dataDate })
  const partOf = (sum: Sums) => {
    const people = parts.find(({ shopId, method }) => shopId === sum.shopId && method === sum.method)
    return {
      billed: sum.billed,
      failed: sum.failed,
      failedRate: ratio(sum.failed, sum.billed),
      backRate: ratio(sum.back, sum.failed),
      people: people ? byPerson(people.all) : shareOf(0, 0),
    }
  }
  const ofNewest = months.find((one) => one.month === newest)?.figures?.back.find((one) => one.days === comparedAfter)
  return {
    period: first > dataDate ? null : { from: first, to: dataDate },
    months,
    open: reach.bills == null || reach.counting.length > 0 ? null : await readOpen(db, shops, dataDate, isKnown),
    newest:
      newest && ofNewest
        ? { month: newest, people: ofNewest.people, before: beforeOf(parts), monthsBefore: ripe.length - 1 }
        : null,
    ripe,
    byMethod: sums.flatMap((one) => (one.method === null ? [] : [{ method: one.method, ...partOf(one) }])),
    byShop:
      scope.shopIds.length < 2
        ? []
        : (await readNames(db, shops)).flatMap(({ shopId, shopName }) => {
            const sum = sums.find((one) => one.shopId === shopId)
            return sum ? [{ shopId: String(shopId), shopName, ...partOf(sum) }] : []
          }),
  }
}

function figuresOf(row: MonthRow, isRipe: (days: number) => boolean, dataDate: string): DuesMonth['figures'] {
  const { billed, waiting, failed, people, open, openPeople } = row
  return {
    ...{ billed, waiting, failed, people, open, openPeople },
    failedRate: ratio(failed, billed - waiting),
    isComplete: row.lastDue <= dataDate && waiting === 0,
    back: recoveryDays.map((days, at) => {
      const yen = row.back[at] ?? 0
      const share = shareOf(row.peopleBack[at] ?? 0, people)
      const ripe = isRipe(days)
      return { days, yen, rate: ratio(yen, failed), people: ripe ? share : withoutInterval(share), isRipe: ripe }
    }),
  }
}

/** A share of people over several months; its interval has each person once. */
const byPerson = (one: People) => shareOf(one.count, one.of, independentOf(one.count, one.of, one))

/** The months before the newest, of all shops; a person of two shops is one in each. */
function beforeOf(parts: readonly PartPeople[]) {
  const all = { count: 0, of: 0, cc: 0, mc: 0, mm: 0 }
  for (const { shopId, before } of parts) {
    if (shopId !== null) for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += before[name]
  }
  return all.of === 0 ? unknown : byPerson(all)
}

/** The target months with a bill. */
const readMonths = (db: Db, shops: SQL, days: { first: string; last: string; dataDate: string }) => {
  const come = sql`filter (where due_on <= ${days.dataDate})`
  const sum = (column: SQL) => sql`coalesce(sum(${column}) ${come}, 0)`
  const each = (name: string) =>
    sql.join(
      recoveryDays.map((n) => sum(sql`${sql.identifier(`${name}_${n}`)}`)),
      sql`, `,
    )
  return rowsOf<MonthRow>(
    db,
    sql`
      select target_month as month, max(due_on) as "lastDue", count(*) ${come} > 0 as "hasRun",
        ${sum(sql`billed`)} as billed, ${sum(sql`waiting`)} as waiting, ${sum(sql`failed`)} as failed,
        ${sum(sql`people`)} as people, ${sum(sql`open`)} as open,
        ${sum(sql`cardinality(open_members)`)} as "openPeople",
        array[${each('back')}] as back, array[${each('people')}] as "peopleBack"
      from shop_overdue where shop_id = any(${shops}) and target_month between ${days.first} and ${days.last}
      group by target_month order by target_month`,
  )
}

/** By shop and by way of paying, of months that are ripe. */
const readSums = (db: Db, shops: SQL, ripe: readonly string[], dataDate: string) =>
  rowsOf<Sums>(
    db,
    sql`
      select shop_id as "shopId", method, sum(billed - waiting) as billed, sum(failed) as failed, sum(back_30) as back
      from shop_overdue
      where shop_id = any(${shops}) and target_month = any(${dateArray(ripe)}) and due_on <= ${dataDate}
      group by grouping sets ((shop_id), (method)) order by method, shop_id`,
  )

/** Members with failed dues of the ripe months and those who were back within 30 days, with sums by person. */
const readPeople = (
  db: Db,
  shops: SQL,
  { ripe, newest, dataDate }: { ripe: readonly string[]; newest: string; dataDate: string },
) => {
  const sums = (m: SQL, c: SQL) =>
    sql`json_build_object('count', sum(${c}), 'of', sum(${m}), 'cc', sum(${c} * ${c}), 'mc', sum(${m} * ${c}),
      'mm', sum(${m} * ${m}))`
  return rowsOf<PartPeople>(
    db,
    sql`
      select shop_id as "shopId", method, ${sums(sql`m`, sql`c`)} as "all",
        ${sums(sql`m_before`, sql`c_before`)} as before
      from (
        select o.shop_id, o.method, count(*) as m, count(*) filter (where one > 0) as c,
          count(*) filter (where o.target_month < ${newest}) as m_before,
          count(*) filter (where one > 0 and o.target_month < ${newest}) as c_before
        from shop_overdue o cross join unnest(o.failed_members) as one
        where o.shop_id = any(${shops}) and o.target_month = any(${dateArray(ripe)}) and o.due_on <= ${dataDate}
        group by grouping sets ((o.shop_id, abs(one)), (o.method, abs(one)))
      ) person
      group by shop_id, method`,
  )
}

/** What is open at the data date, of every known target month, by age. */
async function readOpen(
  db: Db,
  shops: SQL,
  dataDate: string,
  isKnown: (month: string) => boolean,
): Promise<NonNullable<DuesFigures['open']>> {
  const ageOf = (day: SQL) =>
    sql`greatest(0, width_bucket(${dataDate}::date - ${day}, ${sql.raw(`array[${overdueAges.join(',')}]`)}) - 1)`
  const rows = (
    await rowsOf<{ month: string; age: number; yen: number; waiting: number }>(
      db,
      sql`
        select target_month as month, ${ageOf(sql`due_on`)} as age, sum(open) as yen, sum(waiting) as waiting
        from shop_overdue where shop_id = any(${shops}) and due_on <= ${dataDate} and open <> 0 group by 1, 2`,
    )
  ).filter(({ month }) => isKnown(month))
  const months = [...new Set(rows.map(({ month }) => month))]
  const people = await rowsOf<{ age: number; people: number }>(
    db,
    sql`
      select ${ageOf(sql`due_on`)} as age, count(*) as people
      from (
        select min(o.due_on) as due_on from shop_overdue o cross join unnest(o.open_members) as one
        where o.shop_id = any(${shops}) and o.target_month = any(${dateArray(months)}) and o.due_on <= ${dataDate}
        group by one
      ) person
      group by 1`,
  )
  const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  return {
    yen: sumOf(rows, ({ yen }) => yen),
    people: sumOf(people, (one) => one.people),
    waiting: sumOf(rows, ({ waiting }) => waiting),
    ages: overdueAges.map((from, at) => ({
      from,
      yen: sumOf(rows, ({ age, yen }) => (age === at ? yen : 0)),
      people: people.find(({ age }) => age === at)?.people ?? 0,
    })),
  }
}

const readNames = (db: Db, shops: SQL) =>
  rowsOf<{ shopId: number; shopName: string }>(
    db,
    sql`select id as "shopId", name as "shopName" from shop where id = any(${shops}) order by sort_order, id`,
  )
