import { type SQL, sql } from 'drizzle-orm'
import type { MemberFigure } from '#contract/words/drill-down.ts'
import type { Movement } from '#contract/words/member.ts'
import type { Db } from '../../db/client.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { cohortOf, keptFor } from '../forecast.ts'
import { addDays, type Period } from '../periods.ts'
import { type Page, slice } from './period.ts'

export interface MemberRow {
  /** Null for members out of scope. */
  userId: number | null
  memberId: number
  memberNo: string
  lastName: string
  firstName: string
  shopName: string
  date: string | null
  movement: Movement | null
  otherShopName: string | null
  endsOn: string | null
  visitDays: number | null
  visits: number | null
}

export interface MemberRows {
  rows: MemberRow[]
  total: number
  figure: number
  /** Visits of people who had no membership that day; a part of `figure`. */
  guests: number
}

/** The requested figure and its parameters beside shops and days. */
export interface FigureInput {
  figure: MemberFigure
  /** The period is this day of a month. */
  day?: number | undefined
  /** N of 継続率. */
  months?: number | undefined
}

/**
 * Who was counted in a figure of these shops and days: movements in their order, all else by reading. The visits
 * of a single day are listed by `visitRows`.
 */
export async function memberRows(
  db: Db,
  shopIds: readonly string[],
  { figure, day, months }: FigureInput,
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
    case 'scheduledAdmissions':
      return moved(sql`i.from_on`, sql`i.starts_span`)
    case 'readmissions':
      return moved(sql`i.from_on`, sql`i.starts_span and i.span_no > 1`)
    case 'withdrawals':
    case 'scheduledWithdrawals':
      return moved(sql`i.until_on`, sql`i.ends_span`)
    case 'scheduledSuspensions':
      return moved(sql`i.from_on`, sql`i.enters_suspension`)
    case 'transferIn':
      return moved(sql`i.from_on`, sql`true`, sql`i.came_from_shop_id`)
    case 'transferOut':
      return moved(sql`i.until_on`, sql`true`, sql`i.went_to_shop_id`)
    case 'netGrowth':
      return growthRows(db, shops, period, page)
    case 'withdrawalRequests':
      return requestRows(db, shops, period, page)
    case 'retentionJoined':
    case 'retentionKept':
      return cohortRows(db, shops, { months: months ?? 0, isKept: figure === 'retentionKept' }, period, page)
    case 'zeroVisitors':
      return zeroVisitorRows(db, shops, period, page)
    default:
      return visitorRows(db, shops, { figure, isDay: day !== undefined }, period, page)
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
  const fromElsewhere = otherShop ? isElsewhere(otherShop, shops) : sql`true`
  const counted = sql`membership_interval i
    where i.shop_id = any(${shops}) and ${day} between ${from} and ${to} and ${is} and ${fromElsewhere}`
  const total = await countOf(db, counted)
  const rows = await rowsOf<MemberRow>(
    db,
    named(sql`
      select i.member_id, i.shop_id, ${day} as date, null::text as movement,
        ${otherShop ?? sql`null::integer`} as other_shop_id, null::date as ends_on, ${noVisits}
      from ${counted} order by ${day}, i.member_id ${slice(page)}`),
  )
  return { rows, total, figure: total, guests: 0 }
}

/** A transfer between two of the requested shops does not count for them together. */
const isElsewhere = (otherShop: SQL, shops: SQL) => sql`${otherShop} is not null and ${otherShop} <> all(${shops})`

/** All movements: joining adds one, leaving subtracts one. */
async function growthRows(db: Db, shops: SQL, { from, to }: Period, page: Page): Promise<MemberRows> {
  const moved = (day: SQL, movement: Movement, is: SQL, otherShop = sql`null::integer`) => sql`
    select i.member_id, i.shop_id, ${day} as date, ${movement}::text as movement, ${otherShop} as other_shop_id
    from membership_interval i where i.shop_id = any(${shops}) and ${day} between ${from} and ${to} and ${is}`
  const [cameFrom, wentTo] = [sql`i.came_from_shop_id`, sql`i.went_to_shop_id`]
  const counted = sql`(
    ${moved(sql`i.from_on`, 'admission', sql`i.starts_span`)}
    union all ${moved(sql`i.from_on`, 'transferIn', isElsewhere(cameFrom, shops), cameFrom)}
    union all ${moved(sql`i.until_on`, 'withdrawal', sql`i.ends_span`)}
    union all ${moved(sql`i.until_on`, 'transferOut', isElsewhere(wentTo, shops), wentTo)}) c`
  const [sum] = await rowsOf<{ total: number; came: number }>(
    db,
    sql`select count(*) as total, count(*) filter (where movement in ('admission', 'transferIn')) as came from ${counted}`,
  )
  const { total, came } = sum ?? { total: 0, came: 0 }
  const rows = await rowsOf<MemberRow>(
    db,
    named(
      sql`select c.*, null::date as ends_on, ${noVisits} from ${counted} order by c.date, c.member_id, c.movement ${slice(page)}`,
    ),
  )
  return { rows, total, figure: came - (total - came), guests: 0 }
}

/** Who said that they will leave, once a day and shop. */
async function requestRows(db: Db, shops: SQL, { from, to }: Period, page: Page): Promise<MemberRows> {
  const counted = sql`(
    select distinct shop_id, member_id, cancel_requested_on as date from contract
    where shop_id = any(${shops}) and kind <> 'option' and cancel_requested_on between ${from} and ${to}) c`
  const total = await countOf(db, counted)
  const rows = await rowsOf<MemberRow>(
    db,
    named(sql`
      select c.member_id, c.shop_id, c.date, ${noMovement}, null::date as ends_on, ${noVisits}
      from ${counted} order by c.date, c.member_id, c.shop_id ${slice(page)}`),
  )
  return { rows, total, figure: total, guests: 0 }
}

/** Who joined `months` before the period's month, as `readRetention` counts them; of these, who was kept. */
async function cohortRows(
  db: Db,
  shops: SQL,
  { months, isKept }: { months: number; isKept: boolean },
  period: Period,
  page: Page,
): Promise<MemberRows> {
  const { from, to } = cohortOf(period, months)
  const counted = sql`membership_interval i
    where i.shop_id = any(${shops}) and i.starts_span and i.from_on between ${from} and ${to}
      and ${isKept ? keptFor(sql`${months}::integer`) : sql`true`}`
  const total = await countOf(db, counted)
  const rows = await rowsOf<MemberRow>(
    db,
    named(sql`
      select i.member_id, i.shop_id, i.from_on as date, ${noMovement}, i.span_end as ends_on, ${noVisits}
      from ${counted} order by i.from_on, i.member_id ${slice(page)}`),
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
  { figure, isDay }: { figure: 'visitCount' | 'visitDays' | 'uniqueVisitors'; isDay: boolean },
  period: Period,
  page: Page,
): Promise<MemberRows> {
  const came = sql`v.shop_id = any(${shops}) and ${cameIn(period)}`
  const { sums, rows } = await pageOf<{ total: number; days: number; visits: number; everybody: number }>(db, page, {
    counted: sql`
      select v.member_id, null::integer as shop_id, null::date as date, ${noMovement}, null::date as ends_on,
        sum(bit_count((v.days & ${daysMask(period)})::bit(32)))::integer as visit_days,
        ${isDay ? sql`null::integer` : sql`sum(v.visits)::integer`} as visits
      from member_visit_month v where ${came} group by v.member_id`,
    sums: sql`count(*) as total, coalesce(sum(visit_days), 0) as days, coalesce(sum(visits), 0) as visits,
      (select coalesce(sum(visits), 0) from shop_day
        where shop_id = any(${shops}) and date between ${period.from} and ${period.to}) as everybody`,
    shopName: sql`(select string_agg(name, '・' order by sort_order, id) from shop
      where id in (select v.shop_id from member_visit_month v where v.member_id = page.member_id and ${came}))`,
  })
  const guests = figure === 'visitCount' ? sums.everybody - sums.visits : 0
  const figures = { visitCount: sums.visits + guests, visitDays: sums.days, uniqueVisitors: sums.total }
  return { rows, total: sums.total, figure: figures[figure], guests }
}

/** The days of a period within one month as `member_visit_month` has them, the first at bit 0; of several months, all. */
function daysMask({ from, to }: Period): SQL {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  const day = (date: string) => Number(date.slice(8))
  return sql`${isOneMonth ? 2 ** day(to) - 2 ** (day(from) - 1) : 2 ** 31 - 1}::integer`
}

/** Whether `member_visit_month v` has a day of the period. */
const cameIn = (period: Period): SQL => sql`
  v.month between ${`${period.from.slice(0, 7)}-01`} and ${period.to} and v.days & ${daysMask(period)} <> 0`

/** As `readPeople` counts them: 稼働 on any day, the last of a membership included, and never here as their member. */
async function zeroVisitorRows(db: Db, shops: SQL, period: Period, page: Page): Promise<MemberRows> {
  const { from, to } = period
  const { sums, rows } = await pageOf<{ total: number }>(db, page, {
    // In the shop that was theirs last.
    counted: sql`
      select distinct on (i.member_id) i.member_id, i.shop_id, ${nothingMore}
      from membership_interval i
      where i.shop_id = any(${shops}) and not i.suspended and i.from_on <= ${to}
        and (i.until_on is null or i.until_on >= ${from}::date + (not i.ends_span)::integer)
        and not exists (select from member_visit_month v
          where v.member_id = i.member_id and ${cameIn(period)} and v.home_shop_id = any(${shops}))
      order by i.member_id, i.from_on desc`,
    sums: sql`count(*) as total`,
  })
  return { rows, total: sums.total, figure: sums.total, guests: 0 }
}

/** Columns that only other figures have. */
const noVisits = sql`null::integer as visit_days, null::integer as visits`
const noMovement = sql`null::text as movement, null::integer as other_shop_id`
const nothingMore = sql`null::date as date, ${noMovement}, null::date as ends_on, ${noVisits}`

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
    page.date, page.movement, (select name from shop where id = page.other_shop_id) as "otherShopName",
    page.ends_on as "endsOn", page.visit_days as "visitDays", page.visits
  from (select ids.*, row_number() over () as place from (${page}) ids) page
  left join member_name_in_scope n on n.member_id = page.member_id
  left join member m on m.id = page.member_id
  order by page.place`
