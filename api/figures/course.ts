import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { addDays, daysOf, monthOf, type Period } from './periods.ts'

/** A closed month up to the day that the open one has reached, and whole. */
export interface PastMonth {
  /** Counts up to that day. */
  soFar: number
  total: number
  days: number
}

/** The last closed months up to the same day, oldest first: at most twelve. */
export interface Course {
  admissions: PastMonth[]
  /** Withdrawals so far: ended, or known to end; the rest was requested later. */
  withdrawals: PastMonth[]
  /** Sales except dues; absent without money. */
  otherSales?: PastMonth[]
}

const pastMonths = 12
/** With fewer 入会 in these months the shop's own course is unreliable: the chain's is used, scaled to the shop. */
const fewAdmissions = 300

/** The last closed months before `month`, each up to the same day of the month as `to`. Reads only sums. */
export async function readCourse(db: Db, shops: SQL, month: Period, to: string, money: boolean): Promise<Course> {
  const day = daysOf({ from: month.from, to }).length
  const reach = reachBefore(month)
  const past = sql`(
    select m::date as first, (m + interval '1 month')::date - 1 as last
    from generate_series(${reach.from}::timestamp, ${reach.to}::timestamp, interval '1 month') as m) as past`
  const upToDay = (table: SQL, sum: SQL) => sql`(
    select coalesce(sum(${sum}), 0) from ${table}
    where shop_id = any(${shops}) and date between first and first + ${day - 1}::integer and date <= last)`
  const whole = (table: SQL, sum: SQL) => sql`(
    select coalesce(sum(${sum}), 0) from ${table} where shop_id = any(${shops}) and month = first)`
  const joined = await rowsOf<Sums>(
    db,
    sql`
        select first, ${upToDay(sql`shop_day`, sql`admissions`)} as "soFar",
          ${whole(sql`shop_month`, sql`admissions`)} as total
        from ${past} order by first`,
  )
  const left = await rowsOf<Sums>(
    db,
    sql`
        select first, t.total, t.total - (
            select count(*) from contract
            where shop_id = any(${shops}) and cancel_requested_on is not null and kind <> 'option'
              and end_on between first + ${day}::integer and last and cancel_requested_on >= first + ${day}::integer
          ) as "soFar"
        from ${past} cross join lateral (select ${whole(sql`shop_month`, sql`withdrawals`)} as total) t order by first`,
  )
  const sold = money
    ? await rowsOf<Sums>(
        db,
        sql`
            select first,
              ${upToDay(sql`shop_day_sales`, sql`(gross - refund) * (category <> 'membershipFee')::integer`)} as "soFar",
              ${whole(sql`shop_month_sales`, sql`(gross - refund) * (category <> 'membershipFee')::integer`)} as total
            from ${past} order by first`,
      )
    : null
  const admissions = monthsOf(joined)
  return {
    admissions:
      sumOf(admissions, 'total') < fewAdmissions
        ? atSizeOf(admissions, monthsOf(await readChainAdmissions(db, reach, day)))
        : admissions,
    withdrawals: monthsOf(left),
    ...(sold && { otherSales: monthsOf(sold) }),
  }
}

interface Sums {
  first: string
  soFar: number
  total: number
}

/** Security definer: whoever sees one shop learns the chain's course, scaled to the shop. */
const readChainAdmissions = (db: Db, { from, to }: Period, day: number): Promise<Sums[]> =>
  rowsOf<Sums>(
    db,
    sql`
      select first, so_far as "soFar", total
      from course_of_chain(${from}, ${to}, ${day}) order by first`,
  )

/** The days of the closed months before a month. */
function reachBefore({ from }: Period): Period {
  const [year, month] = from.split('-').map(Number) as [number, number]
  return { from: monthOf(year, month - pastMonths).from, to: addDays(from, -1) }
}

/** From the first month with any figures: the club did not exist before. */
function monthsOf(rows: readonly Sums[]): PastMonth[] {
  const begun = rows.findIndex(({ total }) => total > 0)
  return rows.slice(begun < 0 ? rows.length : begun).map(({ first, soFar, total }) => ({
    soFar,
    total,
    days: daysOf(monthOf(Number(first.slice(0, 4)), Number(first.slice(5, 7)))).length,
  }))
}

const sumOf = (months: readonly PastMonth[], of: keyof PastMonth) => months.reduce((sum, month) => sum + month[of], 0)

/** The last months of `shape`, as many as `own` has, scaled to the sum of `own`. */
function atSizeOf(own: readonly PastMonth[], shape: readonly PastMonth[]): PastMonth[] {
  const since = shape.slice(shape.length - own.length)
  const share = sumOf(own, 'total') / Math.max(1, sumOf(since, 'total'))
  return since.map(({ soFar, total, days }) => ({ soFar: soFar * share, total: total * share, days }))
}

/**
 * The forecast for the rest of a month of `days` days, of which `day` are over with `soFar`: what followed that day in
 * the closed months, day by day, adjusted to the season of the same month a year before, and to this month's level,
 * weighted by the share that past months had reached by that day.
 */
export function restOf(past: readonly PastMonth[], soFar: number, day: number, days: number): number {
  const total = sumOf(past, 'total')
  const daysLeft = sumOf(past, 'days') - past.length * day
  if (total <= 0 || daysLeft <= 0 || day >= days) return 0
  const reached = sumOf(past, 'soFar')
  const restADay = (total - reached) / daysLeft
  // The same month of the year before is the first of twelve months.
  const season = past.length === pastMonths && past[0] ? (past[0].total / total) * pastMonths : 1
  const share = reached / total
  const usual = (reached / past.length) * season
  const level = usual > 0 ? soFar / usual : 1
  return Math.max(0, restADay * (days - day) * season * (share * level + (1 - share)))
}

/**
 * Error of the forecast method in the closed months, each forecast from the others: the mean of |見込 − 実績| ÷ 実績; null
 * with too few months.
 */
export function errorOf(past: readonly PastMonth[], day: number): number | null {
  const errors = past.flatMap(({ soFar, total, days }, at) =>
    total > 0 ? [Math.abs(soFar + restOf(past.toSpliced(at, 1), soFar, day, days) - total) / total] : [],
  )
  return errors.length < pastMonths / 2 ? null : errors.reduce((sum, error) => sum + error, 0) / errors.length
}
