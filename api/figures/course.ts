import { type SQL, sql } from 'drizzle-orm'
import type { Reach } from '#contract/report-head.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { addDays, daysOf, monthOf, type Period } from './periods.ts'
import { knownSince } from './reach.ts'

/** A closed month up to the day that the open one has reached, and whole. */
export interface PastMonth {
  /** Its first day. */
  first: string
  /** Counts up to that day. */
  soFar: number
  total: number
  days: number
}

/** 入会 of a closed month as forecast on the same day, from what was known on it, and as counted. */
export interface Trial {
  forecast: number
  total: number
}

/** The last closed months up to the same day, oldest first: at most twelve. */
export interface Course {
  admissions: PastMonth[]
  /** What the method would have forecast in each closed month, and what came. */
  trials: Trial[]
  /** Withdrawals so far: ended, or known to end; the rest was requested later. */
  withdrawals: PastMonth[]
  /** Sales except dues; absent without money. */
  otherSales?: PastMonth[]
}

const pastMonths = 12
/** With fewer 入会 in these months the shop's own course is unreliable: the chain's is used, scaled to the shop. */
const fewAdmissions = 300

/** The last closed months before `month`, each up to the same day of the month as `to`. Reads only sums. */
export async function readCourse(
  db: Db,
  { shops, reach }: { shops: SQL; reach: Reach },
  month: Period,
  to: string,
  money: boolean,
): Promise<Course> {
  const day = daysOf({ from: month.from, to }).length
  const before = monthsBefore(month, pastMonths)
  // Each of the twelve months is forecast from the twelve before it.
  const longBefore = monthsBefore(month, 2 * pastMonths)
  const past = monthsIn(before)
  const upToDay = (table: SQL, sum: SQL) => sql`(
    select coalesce(sum(${sum}), 0) from ${table}
    where shop_id = any(${shops}) and date between first and first + ${day - 1}::integer and date <= last)`
  const whole = (table: SQL, sum: SQL) => sumOfMonth(shops, table, sum)
  const joined = await rowsOf<Sums & { known: number }>(
    db,
    sql`
        select first, ${upToDay(sql`shop_day`, sql`admissions`)} as "soFar",
          ${whole(sql`shop_month`, sql`admissions`)} as total,
          case when first < ${before.from}::date then 0 else (
            select count(*) from membership_interval i join contract c on c.id = i.contract_id
            where i.shop_id = any(${shops}) and i.starts_span and i.from_on between first + ${day}::integer and last
              and c.contracted_on < first + ${day}::integer) end as known
        from ${monthsIn(longBefore)} order by first`,
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
  const own = monthsOf(joined, knownSince(reach, 'contracts'))
  const ownBefore = (first: string) => own.filter((one) => one.first < first).slice(-pastMonths)
  const isFew = (past: readonly PastMonth[]) => sumOf(past, 'total') < fewAdmissions
  const firsts = [...own.map(({ first }) => first).filter((first) => first >= before.from), month.from]
  const chain = firsts.some((first) => isFew(ownBefore(first)))
    ? monthsOf(await readChainAdmissions(db, longBefore, day), knownSince(reach, 'contracts'))
    : []
  /** The twelve months before one, by the method in use. */
  const courseBefore = (first: string) => {
    const past = ownBefore(first)
    const shape = chain.filter((one) => one.first < first)
    return isFew(past) ? atSizeOf(past, shape) : past
  }
  const admissions = courseBefore(month.from)
  const known = new Map(joined.map((one) => [one.first, one.known]))
  const trials = own.flatMap((one): Trial[] => {
    const course = courseBefore(one.first)
    // As long a course as today's: with twelve months the method knows the season.
    const isAlike = admissions.length === pastMonths ? course.length === pastMonths : course.length >= fewMonths
    if (one.first < before.from || !isAlike || one.total === 0 || day >= one.days) return []
    const rest = Math.max(Math.round(restOf(course, one.soFar, day, one.days)), known.get(one.first) ?? 0)
    return [{ forecast: one.soFar + rest, total: one.total }]
  })
  return {
    admissions,
    trials,
    withdrawals: await readCourseOfWithdrawals(db, { shops, reach }, month, to),
    ...(sold && { otherSales: monthsOf(sold, knownSince(reach, 'sales')) }),
  }
}

/** 退会 of the last closed months before `month`, with what was known of each on its day of `to`. */
export async function readCourseOfWithdrawals(
  db: Db,
  { shops, reach }: { shops: SQL; reach: Reach },
  month: Period,
  to: string,
): Promise<PastMonth[]> {
  const day = daysOf({ from: month.from, to }).length
  const left = await rowsOf<Sums>(
    db,
    sql`
        select first, t.total, t.total - (
            select count(*) from contract
            where shop_id = any(${shops}) and cancel_requested_on is not null and kind <> 'option'
              and end_on between first + ${day}::integer and last and cancel_requested_on >= first + ${day}::integer
          ) as "soFar"
        from ${monthsIn(monthsBefore(month, pastMonths))}
          cross join lateral (select ${sumOfMonth(shops, sql`shop_month`, sql`withdrawals`)} as total) t order by first`,
  )
  return monthsOf(left, knownSince(reach, 'contracts', 'leavers'))
}

/** The first and last days of the months of a period. */
const monthsIn = ({ from, to }: Period) => sql`(
    select m::date as first, (m + interval '1 month')::date - 1 as last
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 month') as m) as past`

const sumOfMonth = (shops: SQL, table: SQL, sum: SQL) => sql`(
    select coalesce(sum(${sum}), 0) from ${table} where shop_id = any(${shops}) and month = first)`

/** With fewer months the method is not tried out. */
const fewMonths = 3

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

/** `readCourse` of each of these shops, without money and without what the method would have forecast. */
export async function readCourseOfEach(
  db: Db,
  shopIds: readonly string[],
  reachOf: (shopId: string) => Reach,
  month: Period,
  to: string,
): Promise<(shopId: string) => Course> {
  const shops = idArray(shopIds)
  const day = daysOf({ from: month.from, to }).length
  const past = monthsBefore(month, 2 * pastMonths)
  const { from: since } = monthsBefore(month, pastMonths)
  const isPast = (day: SQL) => sql`shop_id = any(${shops}) and ${day} between ${past.from} and ${past.to}`
  const rows = await rowsOf<{
    shopId: number
    first: string
    joined: number
    soFar: number
    left: number
    later: number
  }>(
    db,
    sql`
      select s.id as "shopId", m::date as first, coalesce(t.joined, 0) as joined, coalesce(d.joined, 0) as "soFar",
        coalesce(t.left_them, 0) as left, coalesce(c.later, 0) as later
      from unnest(${shops}) as s (id)
      cross join generate_series(${past.from}::timestamp, ${past.to}::timestamp, interval '1 month') as m
      left join (
        select shop_id, month, sum(admissions)::integer as joined, sum(withdrawals)::integer as left_them from shop_month
        where ${isPast(sql`month`)} group by shop_id, month
      ) t on t.shop_id = s.id and t.month = m::date
      left join (
        select shop_id, month_of(date) as month, sum(admissions)::integer as joined from shop_day
        where ${isPast(sql`date`)} and extract(day from date) <= ${day} group by 1, 2
      ) d on d.shop_id = s.id and d.month = m::date
      left join (
        select shop_id, month_of(end_on) as month, count(*)::integer as later from contract
        where ${isPast(sql`end_on`)} and kind <> 'option' and extract(day from end_on) > ${day}
          and cancel_requested_on >= month_of(end_on) + ${day}::integer
        group by 1, 2
      ) c on c.shop_id = s.id and c.month = m::date
      order by s.id, m`,
  )
  const byShop = Map.groupBy(rows, ({ shopId }) => String(shopId))
  const chain = await readChainAdmissions(db, past, day)
  return (shopId) => {
    const [reach, months] = [reachOf(shopId), byShop.get(shopId) ?? []]
    const known = knownSince(reach, 'contracts')
    const own = monthsOf(
      months.map(({ first, joined, soFar }) => ({ first, soFar, total: joined })),
      known,
    ).slice(-pastMonths)
    return {
      admissions: sumOf(own, 'total') < fewAdmissions ? atSizeOf(own, monthsOf(chain, known)) : own,
      trials: [],
      withdrawals: monthsOf(
        months
          .filter(({ first }) => first >= since)
          .map(({ first, left, later }) => ({ first, soFar: left - later, total: left })),
        knownSince(reach, 'contracts', 'leavers'),
      ),
    }
  }
}

/** The days that the forecast of a month follows. */
export const courseDays = (month: Period): Period => monthsBefore(month, 2 * pastMonths)

/** The days of so many closed months before a month. */
function monthsBefore({ from }: Period, count: number): Period {
  const [year, month] = from.split('-').map(Number) as [number, number]
  return { from: monthOf(year, month - count).from, to: addDays(from, -1) }
}

/** From the first month with any figures that is known from its first day: the club did not exist before. */
function monthsOf(rows: readonly Sums[], since: string | null): PastMonth[] {
  const begun = rows.findIndex(({ first, total }) => total > 0 && since !== null && since <= first)
  return rows.slice(begun < 0 ? rows.length : begun).map(({ first, soFar, total }) => ({
    first,
    soFar,
    total,
    days: daysOf(monthOf(Number(first.slice(0, 4)), Number(first.slice(5, 7)))).length,
  }))
}

const sumOf = (months: readonly Omit<PastMonth, 'first'>[], of: 'soFar' | 'total' | 'days') =>
  months.reduce((sum, month) => sum + month[of], 0)

/** The last months of `shape`, as many as `own` has, scaled to the sum of `own`. */
function atSizeOf(own: readonly PastMonth[], shape: readonly PastMonth[]): PastMonth[] {
  const since = shape.slice(shape.length - own.length)
  const share = sumOf(own, 'total') / Math.max(1, sumOf(since, 'total'))
  return since.map(({ first, soFar, total, days }) => ({ first, soFar: soFar * share, total: total * share, days }))
}

/**
 * The forecast for the rest of a month of `days` days, of which `day` are over with `soFar`: what followed that day in
 * the closed months, day by day, adjusted to the season of the same month a year before, and to this month's level,
 * weighted by the share that past months had reached by that day.
 */
export function restOf(past: readonly Omit<PastMonth, 'first'>[], soFar: number, day: number, days: number): number {
  const total = sumOf(past, 'total')
  const daysLeft = sumOf(past, 'days') - past.length * day
  if (total <= 0 || daysLeft <= 0 || day >= days) return 0
  const reached = sumOf(past, 'soFar')
  const restADay = (total - reached) / daysLeft
  // Of the twelve months the first is this month of the year before.
  const season = past.length === pastMonths && past[0] ? (past[0].total / total) * pastMonths : 1
  const share = reached / total
  const usual = (reached / past.length) * season
  const level = usual > 0 ? soFar / usual : 1
  return Math.max(0, restADay * (days - day) * season * (share * level + (1 - share)))
}

/** Mean |見込 − 実績| ÷ 実績 of what the method would have forecast; null with too few months. */
export const errorOf = (trials: readonly Trial[]): number | null =>
  trials.length < pastMonths / 2
    ? null
    : trials.reduce((sum, { forecast, total }) => sum + Math.abs(forecast - total) / total, 0) / trials.length
