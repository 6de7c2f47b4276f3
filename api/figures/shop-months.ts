import { sql } from 'drizzle-orm'
import type { FactKind } from '#contract/words/report.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { isWhole, readReachOfEach } from './reach.ts'
import type { ReportScope } from './report-scope.ts'

export interface ShopMonth {
  shopId: string
  /** First day. */
  month: string
  /** Null where not every day of the month is known. */
  netSales: number | null
  admissions: number | null
  /** Average of 稼働 at the first opening and the last close. */
  operating: number | null
}

/** Net sales with tax, 入会 and 稼働 of each shop in whole months between two first days, from rollups. */
export async function readShopMonths(db: Db, scope: ReportScope, from: string, to: string): Promise<ShopMonth[]> {
  const shops = idArray(scope.shopIds)
  const rows = await rowsOf<ShopMonth & { last: string }>(
    db,
    sql`
      select m.shop_id::text as "shopId", m.month, (m.month + interval '1 month')::date - 1 as last,
        coalesce(s.net, 0) as "netSales", m.admissions,
        (m.opening - m.opening_suspended + m.closing - m.suspended) / 2.0 as operating
      from shop_month m
      left join (
        select shop_id, month, sum(gross - refund) as net from shop_month_sales
        where shop_id = any(${shops}) and month between ${from}::date and ${to}::date group by shop_id, month
      ) s on s.shop_id = m.shop_id and s.month = m.month
      where m.shop_id = any(${shops}) and m.month between ${from}::date and ${to}::date`,
  )
  const reachOf = await readReachOfEach(db, true, scope)
  return rows.map(({ last, ...row }) => {
    const isKnown = (...of: FactKind[]) => isWhole(reachOf(row.shopId), { from: row.month, to: last }, ...of)
    return {
      ...row,
      netSales: isKnown('sales') ? row.netSales : null,
      admissions: isKnown('contracts') ? row.admissions : null,
      operating: isKnown('contracts', 'leavers') ? row.operating : null,
    }
  })
}
