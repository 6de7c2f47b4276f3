import { type SQL, sql } from 'drizzle-orm'
import type { MemberFigure, SaleFigure, SalesCategory } from '#contract/report.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from './head.ts'
import { addDays, capped, monthOf, type Period } from './periods.ts'
import { idArray, tokyoDay } from './rollup.ts'

// What each figure of a report was counted from, row by row (domain.md §2.0). The figure told beside the rows is their
// sum, never the report's own: that the two agree is what people come here to see. Names come from the view
// `member_name_in_scope`, which also knows those who have moved away (decision 0017).

export interface Page {
  offset: number
  limit: number
}

/** A month, or the year of twelve months that begins with `fiscalStartMonth`. */
export interface AskedPeriod {
  year: number
  month?: number | undefined
  fiscalStartMonth: number
}

/** The asked period up to the data date; null when it begins after it. */
export function countedPeriod({ year, month, fiscalStartMonth }: AskedPeriod, dataDate: string | null): Period | null {
  const { from } = monthOf(year, month ?? fiscalStartMonth)
  const { to } = monthOf(year, month ?? fiscalStartMonth + 11)
  return dataDate === null ? null : capped({ from, to }, dataDate)
}

export interface MemberRow {
  /** Null for who is not in scope (any more). */
  userId: number | null
  memberId: number
  memberNo: string
  lastName: string
  firstName: string
  shopName: string
  date: string | null
  otherShopName: string | null
  visitDays: number | null
  visits: number | null
}

export interface MemberRows {
  rows: MemberRow[]
  total: number
  figure: number
  /** Visits of people who were nobody's members that day; a part of `figure`. */
  guests: number
}

/** Who was counted in a figure of these shops and days: movements in their order, all else by reading. */
export async function memberRows(
  db: Db,
  shopIds: readonly string[],
  figure: MemberFigure,
  period: Period,
  page: Page,
): Promise<MemberRows> {
  const { from, to } = period
  const shops = idArray(shopIds)
  const moved = (day: SQL, is: SQL, otherShop?: SQL) => movementRows(db, shops, { day, is, otherShop }, period, page)
  const atClose = (day: string, is: SQL) => stateRows(db, shops, { day, is }, page)
  switch (figure) {
    case 'openingMembers':
      return atClose(addDays(from, -1), sql`true`)
    case 'closingMembers':
      return atClose(to, sql`true`)
    case 'suspendedMembers':
      return atClose(to, sql`i.suspended`)
    case 'operatingMembers':
      return atClose(to, sql`not i.suspended`)
    case 'admissions':
      return moved(sql`i.from_on`, sql`i.starts_span`)
    case 'readmissions':
      return moved(sql`i.from_on`, sql`i.starts_span and i.span_no > 1`)
    case 'withdrawals':
      return moved(sql`i.until_on`, sql`i.ends_span`)
    case 'transferIn':
      return moved(sql`i.from_on`, sql`true`, sql`i.came_from_shop_id`)
    case 'transferOut':
      return moved(sql`i.until_on`, sql`true`, sql`i.went_to_shop_id`)
    case 'zeroVisitors':
      return zeroVisitorRows(db, shops, period, page)
    default:
      return visitorRows(db, shops, figure, period, page)
  }
}

/** Intervals that begin or end in the period, dated as the report does. */
async function movementRows(
  db: Db,
  shops: SQL,
  { day, is, otherShop }: { day: SQL; is: SQL; otherShop: SQL | undefined },
  { from, to }: Period,
  page: Page,
): Promise<MemberRows> {
  // A move between two of the asked shops is none for them together.
  const fromElsewhere = otherShop ? sql`${otherShop} is not null and ${otherShop} <> all(${shops})` : sql`true`
  const counted = sql`membership_interval i
    where i.shop_id = any(${shops}) and ${day} between ${from} and ${to} and ${is} and ${fromElsewhere}`
  const total = await countOf(db, counted)
  const rows = await rowsOf<MemberRow>(
    db,
    named(sql`
      select i.member_id, i.shop_id, ${day} as date, ${otherShop ?? sql`null::integer`} as other_shop_id,
        null::integer as visit_days, null::integer as visits
      from ${counted} order by ${day}, i.member_id ${slice(page)}`),
  )
  return { rows, total, figure: total, guests: 0 }
}

/** Intervals that cover the close of a day. */
async function stateRows(db: Db, shops: SQL, { day, is }: { day: string; is: SQL }, page: Page): Promise<MemberRows> {
  const covers = sql`i.shop_id = any(${shops})
    and i.from_on <= ${day} and (i.until_on is null or i.until_on > ${day}) and ${is}`
  const total = await countOf(db, sql`membership_interval i where ${covers}`)
  const rows = await rowsOf<MemberRow>(
    db,
    named(sql`
      select i.member_id, i.shop_id, ${nothingMore}
      from membership_interval i join member_name_in_scope n on n.member_id = i.member_id
      where ${covers} order by n.kana nulls last, i.member_id ${slice(page)}`),
  )
  return { rows, total, figure: total, guests: 0 }
}

/** One row a member, whichever of the shops they came to; what the shops counted beside them were guests. */
async function visitorRows(
  db: Db,
  shops: SQL,
  figure: 'visitCount' | 'visitDays' | 'uniqueVisitors',
  { from, to }: Period,
  page: Page,
): Promise<MemberRows> {
  const came = sql`v.shop_id = any(${shops}) and v.month between ${from} and ${to}`
  const { sums, rows } = await pageOf<{ total: number; days: number; visits: number; everybody: number }>(db, page, {
    counted: sql`
      select v.member_id, null::integer as shop_id, null::date as date, null::integer as other_shop_id,
        sum(bit_count(v.days::bit(32)))::integer as visit_days, sum(v.visits)::integer as visits
      from member_visit_month v where ${came} group by v.member_id`,
    sums: sql`count(*) as total, coalesce(sum(visit_days), 0) as days, coalesce(sum(visits), 0) as visits,
      (select coalesce(sum(visits), 0) from shop_day
        where shop_id = any(${shops}) and date between ${from} and ${to}) as everybody`,
    shopName: sql`(select string_agg(name, '・' order by sort_order, id) from shop
      where id in (select v.shop_id from member_visit_month v where v.member_id = page.member_id and ${came}))`,
  })
  const guests = figure === 'visitCount' ? sums.everybody - sums.visits : 0
  const figures = { visitCount: sums.visits + guests, visitDays: sums.days, uniqueVisitors: sums.total }
  return { rows, total: sums.total, figure: figures[figure], guests }
}

/** As `readPeople` counts them: 稼働 on any day, the last of a membership included, and never here as their member. */
async function zeroVisitorRows(db: Db, shops: SQL, { from, to }: Period, page: Page): Promise<MemberRows> {
  const { sums, rows } = await pageOf<{ total: number }>(db, page, {
    // In the shop that was theirs last.
    counted: sql`
      select distinct on (i.member_id) i.member_id, i.shop_id, ${nothingMore}
      from membership_interval i
      where i.shop_id = any(${shops}) and not i.suspended and i.from_on <= ${to}
        and (i.until_on is null or i.until_on >= ${from}::date + (not i.ends_span)::integer)
        and not exists (select from member_visit_month v
          where v.member_id = i.member_id and v.month between ${from} and ${to} and v.home_shop_id = any(${shops}))
      order by i.member_id, i.from_on desc`,
    sums: sql`count(*) as total`,
  })
  return { rows, total: sums.total, figure: sums.total, guests: 0 }
}

/** Columns that only other figures have. */
const nothingMore = sql`null::date as date, null::integer as other_shop_id, null::integer as visit_days,
  null::integer as visits`

const slice = ({ offset, limit }: Page) => sql`limit ${limit} offset ${offset}`

async function countOf(db: Db, counted: SQL): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(db, sql`select count(*) as total from ${counted}`)
  return row?.total ?? 0
}

/** Counts people once, and takes both the sums and a page by reading from what was counted. */
async function pageOf<Sums>(
  db: Db,
  page: Page,
  { counted, sums, shopName }: { counted: SQL; sums: SQL; shopName?: SQL },
): Promise<{ sums: Sums; rows: MemberRow[] }> {
  const ids = sql`
    select c.* from counted c left join member_name_in_scope n on n.member_id = c.member_id
    order by n.kana nulls last, c.member_id ${slice(page)}`
  const [answer] = await rowsOf<{ sums: Sums; rows: MemberRow[] }>(
    db,
    sql`
      with counted as materialized (${counted})
      select (select row_to_json(s) from (select ${sums} from counted) s) as sums,
        (select coalesce(json_agg(r), '[]') from (${named(ids, shopName)}) r) as rows`,
  )
  if (!answer) throw new Error('A select without a table has one row')
  return answer
}

/** The rows of a page of ids, in its order. */
const named = (page: SQL, shopName = sql`(select name from shop where id = page.shop_id)`) => sql`
  select m.user_id as "userId", page.member_id as "memberId", coalesce(n.member_no, '') as "memberNo",
    coalesce(n.last_name, '') as "lastName", coalesce(n.first_name, '') as "firstName", ${shopName} as "shopName",
    page.date, (select name from shop where id = page.other_shop_id) as "otherShopName",
    page.visit_days as "visitDays", page.visits
  from (select ids.*, row_number() over () as place from (${page}) ids) page
  left join member_name_in_scope n on n.member_id = page.member_id
  left join member m on m.id = page.member_id
  order by page.place`

export interface SaleRow {
  date: string
  shopName: string
  userId: number | null
  memberId: number | null
  memberNo: string | null
  lastName: string | null
  firstName: string | null
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
  const settled = ({ from, to }: Period) => sql`
    sale s join sale_line l on l.sale_id = s.id join product p on p.id = l.product_id
    where s.shop_id = any(${shops}) and s.status in ('paid', 'refunded')
      and s.settled_at >= ${from}::date::timestamp at time zone 'Asia/Tokyo'
      and s.settled_at < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'
      and ${parts[figure]} and ${category ? sql`p.category = ${category}` : sql`true`}`
  // A page is looked for in its own days only: a year of a chain has millions of lines.
  const days = await rowsOf<{ date: string; lines: number; amount: number }>(
    db,
    sql`select date, count(*) as lines, sum(net) as amount
      from (select ${tokyoDay(sql`s.settled_at`)} as date, l.net from ${settled(period)}) line
      group by date order by date`,
  )
  const total = days.reduce((sum, { lines }) => sum + lines, 0)
  const amount = days.reduce((sum, day) => sum + day.amount, 0)
  const place = daysOfPage(days, page)
  const rows = place
    ? await rowsOf<SaleRow>(
        db,
        withBuyer(sql`
          select ${tokyoDay(sql`s.settled_at`)} as date, s.shop_id, s.member_id, p.category, p.name as product_name,
            l.quantity, l.net as amount
          from ${settled(place.period)}
          order by s.settled_at, s.id, l.line_no ${slice({ offset: place.offset, limit: page.limit })}`),
      )
    : []
  return { rows, total, figure: figure === 'refund' ? 0 - amount : amount }
}

/** The days that hold the rows of a page, and where in them it begins. */
function daysOfPage(days: readonly { date: string; lines: number }[], { offset, limit }: Page) {
  let before = 0
  const dates: string[] = []
  let skipped = 0
  for (const { date, lines } of days) {
    if (before < offset + limit && before + lines > offset) {
      if (dates.length === 0) skipped = offset - before
      dates.push(date)
    }
    before += lines
  }
  const [from] = dates
  const to = dates.at(-1)
  return from === undefined || to === undefined ? null : { period: { from, to }, offset: skipped }
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
    withBuyer(sql`
      select b.due_on as date, b.shop_id, b.member_id, 'membershipFee' as category,
        to_char(b.target_month, 'FMYYYY"年"FMMM"月分 会費"') as product_name, 1 as quantity, b.amount
      from ${unpaid} order by b.due_on, b.id ${slice(page)}`),
  )
  return { rows, total: sum?.total ?? 0, figure: sum?.figure ?? 0 }
}

const withBuyer = (page: SQL) => sql`
  select page.date, (select name from shop where id = page.shop_id) as "shopName", m.user_id as "userId",
    page.member_id as "memberId", n.member_no as "memberNo", n.last_name as "lastName", n.first_name as "firstName",
    page.category, page.product_name as "productName", page.quantity, page.amount
  from (select rows.*, row_number() over () as place from (${page}) rows) page
  left join member_name_in_scope n on n.member_id = page.member_id
  left join member m on m.id = page.member_id
  order by page.place`
