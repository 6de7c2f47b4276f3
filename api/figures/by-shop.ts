import { type SQL, sql } from 'drizzle-orm'
import type { PeriodReport, Target } from '#contract/report.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { sumsOf } from './counts.ts'
import { type Bill, hasPendingBills, type Line, salesReport } from './money.ts'
import { averageOperating, futureReport, periodReport, quietTotals, type Totals } from './period-report.ts'
import { capped, monthOf } from './periods.ts'
import type { ReportScope } from './report-scope.ts'
import { targetsOf } from './targets.ts'

export interface ShopFigures {
  shopId: string
  shopName: string
  report: PeriodReport
  target: Target | null
}

interface ShopRow extends Totals {
  shopId: number
  shopName: string
  uniqueVisitors: number
  operating: number
  operatingWhoCame: number
  target: Target | null
}

/** The requested month of each shop of `scope`, in display order; without the median of visit days. */
export async function shopFigures(
  db: Db,
  scope: ReportScope,
  { year, month, money }: { year: number; month: number; money: boolean },
): Promise<{ isProvisional: boolean; shops: ShopFigures[] }> {
  const requested = monthOf(year, month)
  const reached = scope.dataDate === null ? null : capped(requested, scope.dataDate)
  const shops = idArray(scope.shopIds)
  const rows = await rowsOf<ShopRow>(
    db,
    sql`
      select s.id as "shopId", s.name as "shopName",
        case when t.shop_id is not null then json_build_object(
          'admissions', t.admission, 'withdrawals', t.withdrawal_max, 'closing', t.closing_members
          ${money ? sql`, 'sales', t.sales` : sql``}
        ) end as target, m.*
      from shop s
      left join ${targetsOf(sql`${requested.from}::date`)} t on t.shop_id = s.id
      left join (
        select shop_id, sum(opening) as opening, sum(opening_suspended) as "openingSuspended", sum(closing) as closing,
          sum(suspended) as suspended, sum(unique_visitors) as "uniqueVisitors", sum(operating) as operating,
          sum(operating_who_came) as "operatingWhoCame", ${sumsOf()}
        from shop_month where shop_id = any(${shops}) and month = ${requested.from} group by shop_id
      ) m on m.shop_id = s.id
      where s.id = any(${shops})
      order by s.sort_order, s.id`,
  )
  const sales = money ? await readSalesByShop(db, shops, requested.from) : null
  const bills = money && scope.dataDate ? await readBillsByShop(db, shops, requested.from, scope.dataDate) : null
  const isProvisional = reached === null || reached.to < requested.to || (await hasPendingBills(db, shops, requested))
  const figures = rows.map(({ shopId, shopName, target, ...row }): ShopFigures => {
    // A shop without a counted month has no row.
    const totals = row.closing === null ? quietTotals : row
    const people = {
      unique: row.uniqueVisitors ?? 0,
      median: null,
      operating: row.operating ?? 0,
      operatingWhoCame: row.operatingWhoCame ?? 0,
    }
    const counted = sales && salesReport(sales.get(shopId) ?? [], bills?.get(shopId) ?? [], averageOperating(totals))
    return {
      shopId: String(shopId),
      shopName,
      report: reached ? periodReport(reached, totals, people, counted) : futureReport(requested, money),
      target,
    }
  })
  return { isProvisional, shops: figures }
}

async function readSalesByShop(db: Db, shops: SQL, month: string) {
  const rows = await rowsOf<Line & { shopId: number }>(
    db,
    sql`
      select shop_id as "shopId", category, gross, refund, tax
      from shop_month_sales where shop_id = any(${shops}) and month = ${month}`,
  )
  return Map.groupBy(rows, ({ shopId }) => shopId)
}

/** The month's dues whose run had come by the data date. */
async function readBillsByShop(db: Db, shops: SQL, month: string, billedUntil: string) {
  const rows = await rowsOf<Bill & { shopId: number }>(
    db,
    sql`
      select shop_id as "shopId", target_month as "targetMonth", due_on as "dueOn", billed, members, collected
      from shop_billing where shop_id = any(${shops}) and target_month = ${month} and due_on <= ${billedUntil}`,
  )
  return Map.groupBy(rows, ({ shopId }) => shopId)
}
