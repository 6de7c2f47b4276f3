import { type SQL, sql } from 'drizzle-orm'
import type { Reach } from '#contract/report-head.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { ratio } from './money.ts'
import { monthOf, type Period } from './periods.ts'
import { isWhole } from './reach.ts'

/** Twelve closed months together. */
export interface Trailing {
  /** The last day of the last month. */
  to: string
  /** Σ of their opening members, and of their mean 稼働会員. */
  opening: number
  operating: number
  admissions: number
  withdrawals: number
  /** Σ of their churn rates. */
  churn: number
  /** Net, in yen with tax; null without `money`, or where a part is not known. */
  sales: number | null
}

/**
 * The twelve months that end on `to`, the last day of a month; null where one of them started without members, or is
 * not known. Without `money` no table of money is read.
 */
export async function readTrailing(
  db: Db,
  { shops, reach }: { shops: SQL; reach: Reach },
  to: string,
  money: boolean,
): Promise<Trailing | null> {
  const months = twelveMonths(to)
  if (!isWhole(reach, months, 'contracts', 'leavers')) return null
  const trailing = sql`month <= ${to}::date and month > (${to}::date - interval '12 months')::date`
  const [row] = await rowsOf<{ months: number } & Omit<Trailing, 'to'>>(
    db,
    sql`
      select count(*) filter (where opening > 0) as months, sum(opening) as opening, sum(operating) as operating,
        sum(admissions) as admissions, sum(withdrawals) as withdrawals,
        coalesce(sum(withdrawals / nullif(opening, 0)::double precision), 0) as churn,
        ${money ? sql`coalesce((select sum(gross - refund) from shop_month_sales where shop_id = any(${shops}) and ${trailing}), 0)` : sql`null`}
          as sales
      from (
        select sum(opening) as opening, sum(opening - opening_suspended + closing - suspended) / 2.0 as operating,
          sum(admissions) as admissions, sum(withdrawals) as withdrawals
        from shop_month where shop_id = any(${shops}) and ${trailing} group by month
      ) month`,
  )
  if (row?.months !== 12) return null
  const { months: _, ...sums } = row
  return { to, ...sums, sales: isWhole(reach, months, 'sales') ? sums.sales : null }
}

/** The twelve calendar months that end on `to`. */
const twelveMonths = (to: string): Period => ({
  from: monthOf(Number(to.slice(0, 4)), Number(to.slice(5, 7)) - 11).from,
  to,
})

/** 在籍力 (docs/domain.md, "Lifetime"): mean monthly admissions ÷ mean monthly churn rate; null without withdrawals. */
export const equilibriumOf = ({ admissions, churn }: Trailing): number | null =>
  // Both means are of twelve months, so the sums have the same ratio.
  ratio(admissions, churn)
