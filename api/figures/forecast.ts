import { type SQL, sql } from 'drizzle-orm'
import type { Landing, PeriodReport, Retention, Target } from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { type Course, errorOf, type PastMonth, restOf } from './course.ts'
import { isDoubted } from './known-start.ts'
import { type Bill, ratio } from './money.ts'
import { addDays, daysOf, earlier, monthOf, type Period } from './periods.ts'
import { followedDays, spanOf } from './reach.ts'
import { targetsOf } from './targets.ts'

/** The targets of a month (its first day) of the shops that have one, added up; null where none has. */
export async function readTarget(db: Db, shops: SQL, month: string, money: boolean): Promise<Target | null> {
  const [row] = await rowsOf<{ [Key in keyof Target]: number | null }>(
    db,
    sql`
      select sum(admission) as admissions, sum(withdrawal_max) as withdrawals, sum(closing_members) as closing
        ${money ? sql`, sum(sales) as sales` : sql``}
      from ${targetsOf(sql`${month}::date`)} t where shop_id = any(${shops})`,
  )
  return row && row.admissions !== null ? (row as Target) : null
}

/** What the month has so far. */
export interface LandingFrom extends Pick<PeriodReport, 'to' | 'sales'> {
  members: Pick<PeriodReport['members'], 'admissions' | 'withdrawals' | 'closing'>
}

/**
 * 着地見込 of an open month (docs/domain.md, "Forecast"): so far, plus the rest by the course of the last twelve closed
 * months (`restOf`), at least the known starts. For 退会 the rest is those known, plus those requested later in the
 * closed months. Dues are neither spread over the month nor unknown: the outstanding amount is added, and only other
 * sales follow their course. Whole people and yen, rounded half up.
 */
export function landingOf(
  { to, members, sales }: LandingFrom,
  month: Period,
  scheduled: { admissions: number | null; withdrawals: number | null },
  bills: readonly Bill[],
  course: Course,
): Landing {
  const day = daysOf({ from: month.from, to }).length
  const days = daysOf(month).length
  const rest = (past: readonly PastMonth[], soFar: number) => Math.round(restOf(past, soFar, day, days))
  const joined = members.admissions ?? 0
  const admissions = joined + Math.max(rest(course.admissions, joined), scheduled.admissions ?? 0)
  const known = scheduled.withdrawals ?? 0
  const landed = landingOfWithdrawals(month, to, { soFar: members.withdrawals ?? 0, known }, course.withdrawals)
  const toCome = landed - (members.withdrawals ?? 0)
  const dues = bills
    .filter((bill) => bill.targetMonth === month.from && bill.dueOn > to)
    .reduce((sum, bill) => sum + bill.billed - bill.collected, 0)
  return {
    admissions,
    withdrawals: landed,
    closing: (members.closing ?? 0) + admissions - joined - toCome,
    admissionsError: errorOf(course.trials),
    ...(sales?.net != null && {
      sales: sales.net + dues + rest(course.otherSales ?? [], sales.net - (sales.byCategory.membershipFee ?? 0)),
    }),
  }
}

/**
 * 着地見込 of 退会 of an open month that has data up to `to`: so far, those known to come, and those that are requested
 * later by the course of the closed months. Whole people.
 */
export function landingOfWithdrawals(
  month: Period,
  to: string,
  { soFar, known }: { soFar: number; known: number },
  course: readonly PastMonth[],
): number {
  const day = daysOf({ from: month.from, to }).length
  return soFar + known + Math.round(restOf(course, soFar + known, day, daysOf(month).length))
}

const retentionMonths = [1, 3, 6, 12] as const

/**
 * N か月継続率 (docs/domain.md, "Retention") of those who joined N months before the period's month and whose N months end
 * by its last day: the share still a member at the close of the day N calendar months after their first.
 */
export async function readRetention(
  db: Db,
  { shops, reach }: { shops: SQL; reach: Reach },
  { from, to }: Period,
): Promise<Retention[]> {
  const cohorts = retentionMonths.map((months) => {
    const cohort = cohortOf({ from, to }, months)
    return { months, cohort, days: followedDays(reach, cohort, to) }
  })
  const followed = cohorts.flatMap(({ months, days }) => days.map((one) => ({ months, ...one })))
  const rows = await rowsOf<{ months: number; joined: number; kept: number }>(
    db,
    sql`
      select c.months, count(*) as joined, count(*) filter (where ${keptFor(sql`c.months`)}) as kept
      from (values ${sql.join(
        (followed.length > 0 ? followed : [{ months: 0, from, to: from }]).map(
          (one) => sql`(${one.months}::integer, ${one.from}::date, ${one.to}::date)`,
        ),
        sql`, `,
      )}) as c (months, "from", "to")
      join membership_interval i on i.shop_id = any(${shops}) and i.starts_span and i.from_on between c."from" and c."to"
        and not ${isDoubted(sql`i.from_on`)}
      group by c.months`,
  )
  return cohorts.map(({ months, cohort, days }) => {
    if (days.length === 0) return { months, ...cohort, joined: null, kept: null, rate: null }
    const { joined, kept } = rows.find((one) => one.months === months) ?? { joined: 0, kept: 0 }
    // The days of who is counted: a part of the month where the data begin in it.
    return { months, ...spanOf(days, cohort), joined, kept, rate: ratio(kept, joined) }
  })
}

/** Whether the membership of `i` continues at the close of the day so many calendar months after its first. */
export const keptFor = (months: SQL): SQL => sql`
  (i.span_end is null or i.span_end > (i.from_on + make_interval(months => ${months}))::date)`

/** The cohort that joined N months before a period of whole months, or those of it whose N months end by `to`. */
export function cohortOf({ from, to }: Period, months: number): Period {
  const before = (day: string) => monthOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - months)
  const last = before(to)
  const isWhole = to === monthOf(Number(to.slice(0, 4)), Number(to.slice(5, 7))).to
  return {
    from: before(from).from,
    to: isWhole ? last.to : earlier(addDays(last.from, Number(to.slice(8)) - 1), last.to),
  }
}
