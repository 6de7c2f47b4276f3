import { type SQL, sql } from 'drizzle-orm'
import type { DifferenceReason, ReconciledFigure } from '#contract/words/reconciliation.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { laterOf, type Period } from '../../figures/periods.ts'
import { type Difference, differencesOf } from './differences.ts'

// PA002 as its columns are understood (api/sync/hacomono/README.md), by 精算日時: 総売上 before refunds, 売上 after them,
// プラン売上 the lines of dues before refunds. A sale that is 取消 is in none of them.

export type SalesFigure = Extract<ReconciledFigure, 'grossSales' | 'netSales' | 'planSales'>
export const salesFigures = ['grossSales', 'netSales', 'planSales'] as const satisfies SalesFigure[]

export interface Sale {
  id: number
  /** The club system's; null: of a file without it. */
  externalId: number | null
  memberId: number | null
  settledOn: string
}

interface SaleRow extends Sale {
  isRefund: boolean
  isPaid: boolean
  isMapped: boolean
  isOfFile: boolean
  theirs: Record<SalesFigure, number>
  theirsNow: Record<SalesFigure, number>
  ours: Record<SalesFigure, number>
}

export interface SalesInput {
  /** The days of the file, and of our data. */
  theirDays: Period
  ourDays: Period
  /** When the file was made. */
  madeAt: Date
  /** Shops of the figures here, and of them those that are studios. */
  ourShops: SQL
  theirShops: SQL
  /** From this day on sales were read: what only a file has is not in the club system. Null: none were. */
  readFrom: string | null
}

export interface SalesCounted {
  recounted: Record<SalesFigure | 'planSalesCount' | 'payers', number>
  differences: Map<SalesFigure, Difference<Sale>[]>
  /** First sales in one line, in which dues cannot be told from the rest. */
  oneLined: { sales: number; amount: number }
}

/** Recounts sales by the club system's definition, and says which make the difference to ours and why. */
export async function reconcileSales(db: Db, input: SalesInput): Promise<SalesCounted> {
  const sales = salesOf(input)
  const [totals] = await rowsOf<Record<string, number>>(
    db,
    sql`
      with sold as (${sales})
      select coalesce(sum(gross) filter (where is_theirs), 0) as "grossSales",
        coalesce(sum(net) filter (where is_theirs), 0) as "netSales",
        coalesce(sum(plan) filter (where is_theirs), 0) as "planSales",
        coalesce(sum(plan_lines) filter (where is_theirs), 0) as "planSalesCount",
        count(distinct coalesce(member_id, 0)) filter (where is_theirs and plan_lines > 0) as payers,
        count(*) filter (where is_theirs and one_lined <> 0) as "oneLinedSales",
        coalesce(sum(one_lined) filter (where is_theirs), 0) as "oneLinedAmount"
      from sold`,
  )
  const figures = (name: string, is: SQL, [gross, net, plan]: readonly [SQL, SQL, SQL]) => sql`
    jsonb_build_object('grossSales', case when ${is} then ${gross} else 0 end,
      'netSales', case when ${is} then ${net} else 0 end, 'planSales', case when ${is} then ${plan} else 0 end)
    as ${sql.identifier(name)}`
  const theirs = [sql`gross`, sql`net`, sql`plan`] as const
  const rows = await rowsOf<SaleRow>(
    db,
    sql`
      with sold as (${sales})
      select id, external_id as "externalId", member_id as "memberId", settled_on as "settledOn", is_refund as "isRefund",
        is_paid as "isPaid", is_mapped as "isMapped", is_of_file as "isOfFile", ${figures('theirs', sql`is_theirs`, theirs)},
        ${figures('theirsNow', sql`is_theirs_now`, theirs)},
        ${figures('ours', sql`is_ours`, [sql`case when is_refund then 0 else net end`, sql`net`, sql`our_plan`])}
      from sold
      where is_theirs is distinct from is_ours or (is_theirs and (gross <> case when is_refund then 0 else net end or plan <> our_plan))
      order by settled_on, id`,
  )
  const differences = new Map(
    salesFigures.map((figure) => [
      figure,
      rows.flatMap((row) =>
        differencesOf(
          { subject: row, theirs: row.theirs[figure], theirsNow: row.theirsNow[figure], ours: row.ours[figure] },
          () => definitionOf(row),
        ),
      ),
    ]),
  )
  const { oneLinedSales = 0, oneLinedAmount = 0, ...recounted } = totals ?? {}
  return {
    recounted: recounted as SalesCounted['recounted'],
    differences,
    oneLined: { sales: oneLinedSales, amount: oneLinedAmount },
  }
}

const definitionOf = ({ isMapped, isPaid, isOfFile }: SaleRow): DifferenceReason =>
  isOfFile ? 'ofFile' : !isMapped ? 'otherShop' : isPaid ? 'refund' : 'notPaid'

/** A line of what was sold: not of a refund that only follows from its sale's state. */
const isSold = sql`l.quantity > 0 and (s.external_id is not null or s.receipt_no is not null or s.refund_of is null or s.refund_of = s.id)`

/** The sales of both, with their sums by the lines' signs and as refunds. */
function salesOf({ theirDays, ourDays, madeAt, ourShops, theirShops, readFrom }: SalesInput): SQL {
  const to = laterOf(theirDays.to, ourDays.to)
  const isIn = ({ from, to }: Period) => sql`tokyo_day(s.settled_at) between ${from} and ${to}`
  return sql`
    select *, is_mapped and not is_cancelled and not is_of_file and is_in_theirs as is_theirs,
      is_mapped and not is_cancelled and not is_of_file and is_in_ours as is_theirs_now,
      is_paid and is_in_ours as is_ours
    from (
      select s.id, s.external_id, s.member_id, tokyo_day(s.settled_at) as settled_on, s.refund_of is not null as is_refund,
        s.status in ('paid', 'refunded') as is_paid, s.shop_id = any(${theirShops}) as is_mapped,
        s.status = 'cancelled' as is_cancelled,
        coalesce(s.from_file and tokyo_day(s.settled_at) >= ${readFrom}::date, false) as is_of_file,
        ${isIn(theirDays)} and s.settled_at <= ${madeAt.toISOString()}::timestamptz as is_in_theirs,
        ${isIn(ourDays)} as is_in_ours,
        coalesce(sum(l.net) filter (where ${isSold}), 0)::integer as gross, coalesce(sum(l.net), 0)::integer as net,
        coalesce(sum(l.net) filter (where ${isSold} and p.category = 'membershipFee'), 0)::integer as plan,
        count(*) filter (where ${isSold} and p.category = 'membershipFee') as plan_lines,
        coalesce(sum(l.net) filter (where p.category = 'membershipFee'), 0)::integer as our_plan,
        coalesce(sum(l.net) filter (where p.category = 'other' and p.name like '%会費%'), 0)::integer as one_lined
      from sale s join sale_line l on l.sale_id = s.id join product p on p.id = l.product_id
      where s.shop_id = any(${ourShops}) and s.settled_at >= day_start(${theirDays.from}::date)
        and s.settled_at < day_start(${to}::date + 1)
      group by s.id
    ) summed`
}
