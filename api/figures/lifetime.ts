import { type SQL, sql } from 'drizzle-orm'
import type { Lifetime } from '#contract/report.ts'
import type { FirstYears, Reach } from '#contract/report-head.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { ratio } from './money.ts'
import { laterOf, monthOf } from './periods.ts'
import { knownSince } from './reach.ts'
import { noStay, readStays } from './stay.ts'
import type { Trailing } from './trailing.ts'

/** 平均在籍期間 in months: 1 ÷ monthly churn rate (docs/domain.md, "Lifetime"); null where it is unknown or there are no withdrawals. */
export const tenureOf = (churnRate: number | null) => (churnRate === null ? null : ratio(1, churnRate))

/**
 * 予測LTV (docs/domain.md, "Lifetime"): monthly revenue per member ÷ monthly churn rate. Yen, unrounded; null where
 * either is unknown or there are no withdrawals.
 */
export const predictedLtv = (perMonth: number | null, churnRate: number | null) =>
  perMonth === null || churnRate === null ? null : ratio(perMonth, churnRate)

/**
 * コホートLTV (docs/domain.md, "Lifetime"): Σ months of membership ÷ members who joined × monthly revenue per member. Yen,
 * unrounded; null where there were no admissions.
 */
export function cohortLtv({ joined, months }: { joined: number; months: number }, perMonth: number | null) {
  const average = ratio(months, joined)
  return average === null || perMonth === null ? null : average * perMonth
}

/**
 * Duration and revenue of a membership, over twelve months together (Σ ÷ Σ); all null without them. The cohort are
 * those who joined in the twelve months before, each with the months of their first year at whose start they were a
 * member.
 */
export async function readLifetime(
  db: Db,
  { shops, reach }: { shops: SQL; reach: Reach },
  trailing: Trailing | null,
  money: boolean,
): Promise<Lifetime> {
  const churnRate = trailing && ratio(trailing.withdrawals, trailing.opening)
  const duration = {
    churnRate,
    tenureMonths: tenureOf(churnRate),
    ...(trailing ? await readStays(db, shops, trailing.to) : { stayOfLeavers: noStay, stayOfMembers: noStay }),
  }
  if (!money) return duration
  const sales = trailing?.sales ?? null
  const perMonth = trailing && sales !== null ? ratio(sales, trailing.operating) : null
  const cohort = trailing && firstYearsOf(trailing.to, await firstCohort(db, shops, reach))
  return {
    ...duration,
    // Divided by the same openings as the churn rate: members on 休会 buy little, but leave like others.
    predictedLtv: predictedLtv(trailing && sales !== null ? ratio(sales, trailing.opening) : null, churnRate),
    cohortLtv: cohort && cohortLtv(await readCohort(db, shops, cohort), perMonth),
    firstYears: cohort,
  }
}

/**
 * The months of joining behind 1年LTV at the end of twelve months, the last day of a month: those known from their first
 * day, of the twelve before; null without any.
 */
export function firstYearsOf(lastMonthEnd: string, firstKnown: string): FirstYears | null {
  const [year, month] = [Number(lastMonthEnd.slice(0, 4)), Number(lastMonthEnd.slice(5, 7))]
  const [first, { to }] = [monthOf(year, month - 23).from, monthOf(year, month - 12)]
  const from = laterOf(first, firstKnown)
  return firstKnown === 'infinity' || from > to ? null : { from, to, isWhole: from === first }
}

/** Members who joined in these months, and the months of their first year. */
async function readCohort(db: Db, shops: SQL, { from, to }: FirstYears): Promise<{ joined: number; months: number }> {
  const [row] = await rowsOf<{ joined: number | null; months: number | null }>(
    db,
    sql`
      -- Each month at whose start they were members.
      select sum(joined) as joined, sum((select sum(n) from unnest(kept[1:12]) n)) as months
      from shop_cohort
      where shop_id = any(${shops}) and gender = '*' and month between ${from} and ${to}`,
  )
  return { joined: row?.joined ?? 0, months: row?.months ?? 0 }
}

/** First day of the first month all of whose joiners are known, and who of them left; `infinity` without contracts. */
export async function firstCohort(db: Db, shops: SQL, reach: Reach): Promise<string> {
  const since = knownSince(reach, 'contracts', 'leavers')
  if (since === null) return 'infinity'
  const month = since.slice(0, 7)
  const [before] = await rowsOf(
    db,
    sql`
      select 1 as one from membership_interval
      where shop_id = any(${shops}) and starts_span and from_on >= ${`${month}-01`} and from_on < ${since}
      limit 1`,
  )
  return before ? monthOf(Number(month.slice(0, 4)), Number(month.slice(5)) + 1).from : `${month}-01`
}
