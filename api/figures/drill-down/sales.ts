import { type SQL, sql } from 'drizzle-orm'
import type { SaleFigure } from '#contract/words/drill-down.ts'
import type { SalesCategory } from '#contract/words/report.ts'
import type { Db } from '../../db/client.ts'
import { idArray, rowsOf, tokyoDay } from '../../db/expressions.ts'
import type { Period } from '../periods.ts'
import { daysOfPage, happenedIn, type Page, type PersonColumns, slice, withNames } from './period.ts'

export interface SaleRow extends PersonColumns {
  date: string
  shopName: string
  category: SalesCategory
  productName: string
  quantity: number
  amount: number
}

export interface SaleRows {
  rows: SaleRow[]
  total: number
  figure: number
}

const columns = sql`page.date, page.category, page.product_name as "productName", page.quantity, page.amount`

/** Which lines of sales, or which bills, make up a figure of these shops and days, in the order of their days. */
export async function saleRows(
  db: Db,
  shopIds: readonly string[],
  { figure, category }: { figure: SaleFigure; category?: SalesCategory | undefined },
  period: Period,
  page: Page,
  dataDate: string,
): Promise<SaleRows> {
  const shops = idArray(shopIds)
  if (figure === 'unpaid') return unpaidRows(db, shops, period, page, dataDate)

  const parts = { netSales: sql`true`, gross: sql`s.refund_of is null`, refund: sql`s.refund_of is not null` }
  const settled = (period: Period) => sql`
    sale s join sale_line l on l.sale_id = s.id join product p on p.id = l.product_id
    where s.shop_id = any(${shops}) and s.status in ('paid', 'refunded') and ${happenedIn(sql`s.settled_at`, period)}
      and ${parts[figure]} and ${category ? sql`p.category = ${category}` : sql`true`}`
  const days = await rowsOf<{ date: string; rows: number; amount: number }>(
    db,
    sql`select date, count(*) as rows, sum(net) as amount
      from (select ${tokyoDay(sql`s.settled_at`)} as date, l.net from ${settled(period)}) line
      group by date order by date`,
  )
  const total = days.reduce((sum, { rows }) => sum + rows, 0)
  const amount = days.reduce((sum, day) => sum + day.amount, 0)
  const place = daysOfPage(days, page)
  const rows = place
    ? await rowsOf<SaleRow>(
        db,
        withNames(
          sql`
          select ${tokyoDay(sql`s.settled_at`)} as date, s.shop_id, s.member_id, p.category, p.name as product_name,
            l.quantity, l.net as amount
          from ${settled(place.period)}
          order by s.settled_at, s.id, l.line_no ${slice({ offset: place.offset, limit: page.limit })}`,
          columns,
        ),
      )
    : []
  return { rows, total, figure: figure === 'refund' ? 0 - amount : amount }
}

/** Bills of the period's months whose run has come and that are not collected. */
async function unpaidRows(db: Db, shops: SQL, { from, to }: Period, page: Page, dataDate: string): Promise<SaleRows> {
  const unpaid = sql`billing b
    where b.shop_id = any(${shops}) and b.target_month between ${from} and ${to} and b.due_on <= ${dataDate}
      and b.status <> 'paid'`
  const [sum] = await rowsOf<{ total: number; figure: number }>(
    db,
    sql`select count(*) as total, coalesce(sum(b.amount), 0) as figure from ${unpaid}`,
  )
  const rows = await rowsOf<SaleRow>(
    db,
    withNames(
      sql`
      select b.due_on as date, b.shop_id, b.member_id, 'membershipFee' as category,
        to_char(b.target_month, 'FMYYYY"年"FMMM"月分 会費"') as product_name, 1 as quantity, b.amount
      from ${unpaid} order by b.due_on, b.id ${slice(page)}`,
      columns,
    ),
  )
  return { rows, total: sum?.total ?? 0, figure: sum?.figure ?? 0 }
}
