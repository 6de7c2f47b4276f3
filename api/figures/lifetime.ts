import { type SQL, sql } from 'drizzle-orm'
import type { Lifetime } from '#contract/report.ts'
import type { Reach } from '#contract/report-head.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { isDoubted } from './known-start.ts'
import { ratio } from './money.ts'
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
  return {
    ...duration,
    // Divided by the same openings as the churn rate: members on 休会 buy little, but leave like others.
    predictedLtv: predictedLtv(trailing && sales !== null ? ratio(sales, trailing.opening) : null, churnRate),
    cohortLtv: trailing && cohortLtv(await readCohort(db, { shops, reach }, trailing.to), perMonth),
  }
}

/**
 * Members known to have joined in the twelve months that ended a year before, and the months of their first year, at most 12
 * each.
 */
async function readCohort(
  db: Db,
  { shops, reach }: { shops: SQL; reach: Reach },
  lastMonthEnd: string,
): Promise<{ joined: number; months: number }> {
  const [row] = await rowsOf<{ joined: number; months: number | null }>(
    db,
    sql`
      select sum(joined) as joined, sum(joined * case
        when last_day is null or last_day >= from_on + interval '11 months' then 12
        when last_day < from_on then 0
        -- A month counts when it started on or before the last day at whose close they were a member.
        else turns + (from_on + make_interval(months => turns) <= last_day)::integer end) as months
      from (
        -- Grouped, because many joined and left on the same days.
        select from_on, span_end - 1 as last_day, count(*) as joined,
          (12 * (date_part('year', span_end - 1) - date_part('year', from_on))
            + date_part('month', span_end - 1) - date_part('month', from_on))::integer as turns
        from membership_interval
        where shop_id = any(${shops}) and starts_span and from_on >= ${reach.contracts?.from ?? 'infinity'}
          -- Compared as dates: a timestamp could not use the index under row-level security.
          and from_on <= (${lastMonthEnd}::date - interval '12 months')::date
          and from_on > (${lastMonthEnd}::date - interval '24 months')::date
          and not ${isDoubted(sql`from_on`)}
        group by from_on, span_end
      ) joiner`,
  )
  return { joined: row?.joined ?? 0, months: row?.months ?? 0 }
}
