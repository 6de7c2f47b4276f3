import { type SQL, sql } from 'drizzle-orm'
import { type DuesMonth, type DuesRecovery, overdueAges, recoveryDays } from '#contract/report-dues.ts'
import type { Share } from '#contract/report-shops.ts'
import type { paymentMethods } from '#contract/words/member-record.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { independentOf, type SumsByPerson } from './by-person.ts'
import { ratio } from './money.ts'
import { addDays, capped, earlier, monthOf } from './periods.ts'
import { isMissing, isTouched } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { dateArray } from './sales-days.ts'
import { shareOf, withoutInterval } from './shop-comparison.ts'

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
  const ripe = known.filter((row) => isRipe(row, comparedAfter)).map((row) => row.month)
  const newest = ripe.at(-1)
  const sums = newest === undefined ? [] : await readSums(db, shops, ripe, dataDate)
  const failed = newest === undefined ? [] : await readFailed(db, shops, { ripe, newest, dataDate })
  const [ofShop, ofMethod] = [Map.groupBy(failed, (one) => one.shopId), Map.groupBy(failed, (one) => one.method)]
  const partOf = (sum: Sums) => {
    const members = (sum.method === null ? ofShop.get(sum.shopId) : ofMethod.get(sum.method)) ?? []
    return {
      billed: sum.billed,
      failed: sum.failed,
      failedRate: ratio(sum.failed, sum.billed),
      backRate: ratio(sum.back, sum.failed),
      people: shareBack(members),
    }
  }
  const ofNewest = months.find((one) => one.month === newest)?.figures?.back.find((one) => one.days === comparedAfter)
  return {
    period: first > dataDate ? null : { from: first, to: dataDate },
    months,
    open: reach.bills == null || reach.counting.length > 0 ? null : await readOpen(db, shops, dataDate, isKnown),
    newest:
      newest && ofNewest
        ? {
            month: newest,
            people: ofNewest.people,
            before: shareBack(failed.filter((one) => !one.isNewest)),
            monthsBefore: ripe.length - 1,
          }
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

/** The members of a shop and way of paying in one month or several, as `shop_overdue.failed_members`, with commas. */
type Failed = { shopId: number; method: keyof typeof paymentMethods; isNewest: boolean; members: string }

/** Who failed in the ripe months. PostgreSQL takes five times as long to count them by person as `shareBack`. */
const readFailed = (
  db: Db,
  shops: SQL,
  { ripe, newest, dataDate }: { ripe: readonly string[]; newest: string; dataDate: string },
) =>
  rowsOf<Failed>(
    db,
    sql`
      select shop_id as "shopId", method, target_month = ${newest} as "isNewest",
        string_agg(array_to_string(failed_members, ','), ',') as members
      from shop_overdue
      where shop_id = any(${shops}) and target_month = any(${dateArray(ripe)}) and due_on <= ${dataDate} and people > 0
      group by 1, 2, 3`,
  )

const idsOf = (members: string | null) => (members ? members.split(',').map(Number) : [])

/** Members with failed dues, once a month and shop, who were back within 30 days; the interval has each person once. */
function shareBack(rows: readonly Failed[]): Share {
  /** Months in which somebody failed, and those of them in which they were back. */
  const [failed, back] = [new Map<number, number>(), new Map<number, number>()]
  for (const { members } of rows) {
    for (const id of idsOf(members)) {
      const member = Math.abs(id)
      failed.set(member, (failed.get(member) ?? 0) + 1)
      if (id > 0) back.set(member, (back.get(member) ?? 0) + 1)
    }
  }
  let [count, of] = [0, 0]
  const sums: SumsByPerson = { cc: 0, mc: 0, mm: 0 }
  for (const [member, m] of failed) {
    const c = back.get(member) ?? 0
    count += c
    of += m
    sums.cc += c * c
    sums.mc += m * c
    sums.mm += m * m
  }
  return shareOf(count, of, independentOf(count, of, sums))
}

/** What is open at the data date, of every known target month, by age. */
async function readOpen(
  db: Db,
  shops: SQL,
  dataDate: string,
  isKnown: (month: string) => boolean,
): Promise<NonNullable<DuesFigures['open']>> {
  const ages = sql.raw(`array[${overdueAges.join(',')}]`)
  const rows = (
    await rowsOf<{ month: string; age: number; yen: number; waiting: number; members: string | null }>(
      db,
      sql`
        select target_month as month, width_bucket(${dataDate}::date - due_on, ${ages}) - 1 as age, sum(open) as yen,
          sum(waiting) as waiting, string_agg(nullif(array_to_string(open_members, ','), ''), ',') as members
        from shop_overdue where shop_id = any(${shops}) and due_on <= ${dataDate} and open > 0 group by 1, 2`,
    )
  ).filter(({ month }) => isKnown(month))
  const byAge = Map.groupBy(rows, ({ age }) => age)
  const members = new Set<number>()
  const counted: NonNullable<DuesFigures['open']>['ages'] = []
  // The oldest first: a member is of the age of their oldest bill.
  for (const [at, from] of [...overdueAges.entries()].toReversed()) {
    const before = members.size
    const own = byAge.get(at) ?? []
    for (const one of own) for (const id of idsOf(one.members)) members.add(id)
    counted.unshift({ from, yen: own.reduce((sum, { yen }) => sum + yen, 0), people: members.size - before })
  }
  return {
    yen: rows.reduce((sum, { yen }) => sum + yen, 0),
    people: members.size,
    waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    ages: counted,
  }
}

const readNames = (db: Db, shops: SQL) =>
  rowsOf<{ shopId: number; shopName: string }>(
    db,
    sql`select id as "shopId", name as "shopName" from shop where id = any(${shops}) order by sort_order, id`,
  )
