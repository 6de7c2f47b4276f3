import { type SQL, sql } from 'drizzle-orm'
import type { SaleFigure } from '#contract/words/drill-down.ts'
import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../../db/client.ts'
import { idArray, rowsOf, tokyoDay } from '../../db/expressions.ts'
import { happenedIn, type Period } from '../periods.ts'
import {
  daysOfPage,
  foundRows,
  isPlain,
  orderOf,
  type Page,
  type PersonColumns,
  type SortKeyOf,
  shopOrder,
  slice,
  withNames,
} from './period.ts'

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
  allRows: number
}

type SalePage = Page<SortKeyOf<'sales'>>

const shown = (page: SQL) =>
  withNames(page, sql`page.date, page.category, page.product_name as "productName", page.quantity, page.amount`)

const orders: Record<SortKeyOf<'sales'>, SQL> = {
  date: sql`c.at`,
  name: sql`n.kana`,
  shop: shopOrder,
  category: orderOf(sql`c.category`, valuesOf(salesCategories)),
  product: sql`c.product_name`,
  quantity: sql`c.quantity`,
  amount: sql`c.amount`,
}
const text = sql`c.product_name`

/** The sales lines or bills that make up a figure of these shops and days, by day. */
export async function saleRows(
  db: Db,
  shopIds: readonly string[],
  { figure, category }: { figure: SaleFigure; category?: SalesCategory | undefined },
  period: Period,
  page: SalePage,
  dataDate: string,
): Promise<SaleRows> {
  const shops = idArray(shopIds)
  if (figure === 'unpaid') return unpaidRows(db, shops, period, page, dataDate)

  const parts = { netSales: sql`true`, gross: sql`s.refund_of is null`, refund: sql`s.refund_of is not null` }
  const settled = (period: Period) => sql`
    sale s join sale_line l on l.sale_id = s.id join product p on p.id = l.product_id
    where s.shop_id = any(${shops}) and s.status in ('paid', 'refunded') and ${happenedIn(sql`s.settled_at`, period)}
      and ${parts[figure]} and ${category ? sql`p.category = ${category}` : sql`true`}`
  const ofCategory = category ? sql`category = ${category}` : sql`true`
  const rollup = {
    netSales: sql`sum(lines) as rows, sum(gross - refund) as amount`,
    gross: sql`sum(lines - refund_lines) as rows, sum(gross) as amount`,
    refund: sql`sum(refund_lines) as rows, sum(-refund) as amount`,
  }
  // The lines of a month of a large chain take seconds to sum.
  const days = await rowsOf<{ date: string; rows: number; amount: number }>(
    db,
    (await areSalesCounted(db, shops, period))
      ? sql`select * from (
          select date, ${rollup[figure]} from shop_day_sales
          where shop_id = any(${shops}) and date between ${period.from} and ${period.to} and ${ofCategory} group by date
        ) day where rows > 0 order by date`
      : sql`select date, count(*) as rows, sum(net) as amount
          from (select ${tokyoDay(sql`s.settled_at`)} as date, l.net from ${settled(period)}) line
          group by date order by date`,
  )
  const allRows = days.reduce((sum, { rows }) => sum + rows, 0)
  const amount = days.reduce((sum, day) => sum + day.amount, 0)
  const all = { figure: figure === 'refund' ? 0 - amount : amount, allRows }
  const lines = (period: Period) => sql`
    select ${tokyoDay(sql`s.settled_at`)} as date, s.settled_at as at, s.id, l.line_no, s.shop_id, s.member_id, p.category,
      p.name as product_name, l.quantity, l.net as amount
    from ${settled(period)}`
  if (!isPlain(page)) {
    const own = sql`c.at, c.id, c.line_no`
    const counted = lines(period)
    return {
      ...(await foundRows<SaleRow, SortKeyOf<'sales'>>(db, page, { counted, orders, own, text, shown })),
      ...all,
    }
  }
  const place = daysOfPage(days, page)
  const rows = place
    ? await rowsOf<SaleRow>(
        db,
        shown(sql`
          ${lines(place.period)}
          order by s.settled_at, s.id, l.line_no ${slice({ offset: place.offset, limit: page.limit })}`),
      )
    : []
  return { rows, total: allRows, ...all }
}

/** Whether the sums of these shops and days are right: no month of theirs is still to be counted. */
async function areSalesCounted(db: Db, shops: SQL, { from, to }: Period): Promise<boolean> {
  const ofPeriod = sql`shop_id = any(${shops}) and month between month_of(${from}::date) and ${to}`
  const [state] = await rowsOf<{ due: boolean }>(
    db,
    sql`select exists (select from rollup_later where ${ofPeriod}) or exists (select from sales_later where ${ofPeriod}) as due`,
  )
  return state?.due === false
}

/** Bills of the period's months whose run is over and that are not collected. */
async function unpaidRows(
  db: Db,
  shops: SQL,
  { from, to }: Period,
  page: SalePage,
  dataDate: string,
): Promise<SaleRows> {
  const unpaid = sql`billing b
    where b.shop_id = any(${shops}) and b.target_month between ${from} and ${to} and b.due_on <= ${dataDate}
      and b.status <> 'paid'`
  const [sum] = await rowsOf<{ total: number; figure: number }>(
    db,
    sql`select count(*) as total, coalesce(sum(b.amount), 0) as figure from ${unpaid}`,
  )
  const { total: allRows, figure } = sum ?? { total: 0, figure: 0 }
  const counted = sql`
    select b.due_on as date, b.due_on as at, b.id, b.shop_id, b.member_id, 'membershipFee' as category,
      to_char(b.target_month, 'FMYYYY"年"FMMM"月分 会費"') as product_name, 1 as quantity, b.amount
    from ${unpaid}`
  if (!isPlain(page)) {
    const own = sql`c.at, c.id`
    const found = await foundRows<SaleRow, SortKeyOf<'sales'>>(db, page, { counted, orders, own, text, shown })
    return { ...found, figure, allRows }
  }
  const rows = await rowsOf<SaleRow>(db, shown(sql`${counted} order by b.due_on, b.id ${slice(page)}`))
  return { rows, total: allRows, figure, allRows }
}
