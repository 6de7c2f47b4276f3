import { type SQL, sql } from 'drizzle-orm'
import { type CancelReason, cancelReasons } from '#contract/words/cancel-reason.ts'
import { type MemberFigure, memberColumns } from '#contract/words/drill-down.ts'
import { type JoinRoute, joinRoutes, type Movement, movements } from '#contract/words/member.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../../db/client.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { cohortOf, keptFor } from '../forecast.ts'
import { ageBandAt, tenureAt } from '../groups-of-change.ts'
import { isDoubted, startOf } from '../known-start.ts'
import { addDays, type Period } from '../periods.ts'
import { foundRows, isPlain, orderOf, type Page, type SortKeyOf, shopOrder, slice } from './period.ts'

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
  planName: string | null
  cancelReason: CancelReason | null
  joinRoute: JoinRoute | null
  tenureMonths: number | null
  endsOn: string | null
  visitDays: number | null
  visits: number | null
}

export interface MemberRows {
  rows: MemberRow[]
  total: number
  figure: number
  allRows: number
  /** Visits by people without a membership on that day; included in `figure`. */
  guests: number
}

/** The requested figure and its parameters, besides shops and days. */
export interface FigureInput {
  figure: MemberFigure
  /** Set where the period is this day of a month. */
  day?: number | undefined
  /** N of 継続率. */
  months?: number | undefined
  /** Its first days of membership, where not all of the cohort's are known. */
  joined?: Period | undefined
  /** Only these groups of 「なぜ」 (`groupedFigures`). */
  plan?: string | undefined
  ageBand?: string | undefined
  tenure?: string | undefined
  joinRoute?: string | undefined
}

type MemberPage = Page<SortKeyOf<'members'>>

/** A request: the figure, with shops, days and page. */
interface MemberQuery {
  db: Db
  shops: SQL
  figure: MemberFigure
  period: Period
  page: MemberPage
  /** Whether `membership_interval i` is of the requested groups. */
  isOfGroup: SQL
}

/**
 * The members counted in a figure of these shops and days: movements by date, others by reading. The visits of a single
 * day are listed by `visitRows`.
 */
export async function memberRows(
  db: Db,
  shopIds: readonly string[],
  { figure, day, months, joined, ...group }: FigureInput,
  period: Period,
  page: MemberPage,
): Promise<MemberRows> {
  const { from, to } = period
  const shops = idArray(shopIds)
  const query: MemberQuery = { db, shops, figure, period, page, isOfGroup: isOfGroup(group, period) }
  const moved = (day: SQL, is: SQL, more?: Movements) => movementRows(query, day, is, more)
  const atClose = (day: string, is: SQL) => stateRows(query, day, is)
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
    case 'knownWithdrawals':
    case 'scheduledWithdrawals':
      return moved(sql`i.until_on`, sql`i.ends_span`)
    case 'scheduledSuspensions':
      return moved(sql`i.from_on`, sql`i.enters_suspension`, { endsOn: leaveEnds })
    case 'transferIn':
      return moved(sql`i.from_on`, sql`true`, { otherShop: sql`i.came_from_shop_id` })
    case 'transferOut':
      return moved(sql`i.until_on`, sql`true`, { otherShop: sql`i.went_to_shop_id` })
    case 'netGrowth':
      return growthRows(query)
    case 'withdrawalRequests':
      return requestRows(query)
    case 'retentionJoined':
    case 'retentionKept':
    case 'retentionLost':
      return cohortRows(query, months ?? 0, joined ?? cohortOf(period, months ?? 0))
    case 'zeroVisitors':
      return zeroVisitorRows(query)
    default:
      return visitorRows(query, { figure, isDay: day !== undefined })
  }
}

/** As `readGroups` has them. */
function isOfGroup({ plan, ageBand, tenure, joinRoute }: Omit<FigureInput, 'figure'>, period: Period): SQL {
  const conditions = [
    plan !== undefined &&
      sql`${plan} = (select p.code from contract k join shop_plan p on p.id = k.plan_id where k.id = i.contract_id)`,
    ageBand !== undefined &&
      sql`coalesce((select ${ageBandAt(period)} from member m where m.id = i.member_id), '0') = ${ageBand}`,
    tenure !== undefined && sql`${tenureAt(period)} = ${tenure}`,
    joinRoute !== undefined &&
      sql`coalesce((select m.join_route from member m where m.id = i.member_id), 'unknown') = ${joinRoute}`,
  ].filter((one) => one !== false)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** Further columns of a row; null for figures without them. */
interface Known {
  shop?: SQL
  date?: SQL
  movement?: SQL
  otherShop?: SQL
  contract?: SQL
  spanStart?: SQL
  endsOn?: SQL
  visitDays?: SQL
  visits?: SQL
}

/** The columns of every figure's rows. */
const known = (member: SQL, { shop, date, movement, otherShop, contract, spanStart, endsOn, ...came }: Known) => sql`
  ${member} as member_id, ${shop ?? sql`null::integer`} as shop_id, ${date ?? sql`null::date`} as date,
  ${movement ?? sql`null::text`} as movement, ${otherShop ?? sql`null::integer`} as other_shop_id,
  ${contract ?? sql`null::integer`} as contract_id, ${spanStart ?? sql`null::date`} as span_start,
  ${endsOn ?? sql`null::date`} as ends_on, ${came.visitDays ?? sql`null::integer`} as visit_days,
  ${came.visits ?? sql`null::integer`} as visits`

const interval = { shop: sql`i.shop_id`, contract: sql`i.contract_id` }

/** First and last day of the leave of interval `i`; a leave that continues under another contract is the same leave. */
const leaveBegan = sql`coalesce((select max(b.from_on) from membership_interval b
  where b.member_id = i.member_id and b.enters_suspension and b.from_on <= i.from_on), i.from_on)`
const leaveEnds = sql`(select case when e.ends_span then e.until_on else e.until_on - 1 end
  from membership_interval e
  where e.member_id = i.member_id and e.from_on >= i.from_on and not exists (
    select from membership_interval next
    where next.member_id = e.member_id and next.from_on = e.until_on and next.suspended and not next.enters_suspension)
  order by e.from_on limit 1)`

interface Movements {
  otherShop?: SQL
  endsOn?: SQL
}

/** Intervals that start or end in the period, dated as in the report. */
async function movementRows(query: MemberQuery, day: SQL, is: SQL, { otherShop, endsOn }: Movements = {}) {
  const { db, shops, period, isOfGroup } = query
  const fromElsewhere = otherShop ? isElsewhere(otherShop, shops) : sql`true`
  const moved = sql`membership_interval i
    where i.shop_id = any(${shops}) and ${day} between ${period.from} and ${period.to} and ${is} and ${fromElsewhere} and ${isOfGroup}`
  const columns = known(sql`i.member_id`, {
    ...interval,
    date: day,
    spanStart: startOf,
    ...(otherShop && { otherShop }),
    ...(endsOn && { endsOn }),
  })
  return listed(query, await countOf(db, moved), {
    counted: sql`select ${columns} from ${moved}`,
    own: sql`c.date, c.member_id`,
  })
}

/** A transfer between two of the requested shops does not count for them together. */
const isElsewhere = (otherShop: SQL, shops: SQL) => sql`${otherShop} is not null and ${otherShop} <> all(${shops})`

/** All movements: joining adds one, leaving subtracts one. */
async function growthRows(query: MemberQuery) {
  const { db, shops, period, isOfGroup } = query
  const moved = (day: SQL, movement: Movement, is: SQL, otherShop?: SQL) => sql`
    select ${known(sql`i.member_id`, {
      shop: sql`i.shop_id`,
      date: day,
      movement: sql`${movement}::text`,
      ...(otherShop && { otherShop }),
    })}
    from membership_interval i
    where i.shop_id = any(${shops}) and ${day} between ${period.from} and ${period.to} and ${is}
      and ${isOfGroup}`
  const [cameFrom, wentTo] = [sql`i.came_from_shop_id`, sql`i.went_to_shop_id`]
  const counted = sql`
    ${moved(sql`i.from_on`, 'admission', sql`i.starts_span`)}
    union all ${moved(sql`i.from_on`, 'transferIn', isElsewhere(cameFrom, shops), cameFrom)}
    union all ${moved(sql`i.until_on`, 'withdrawal', sql`i.ends_span`)}
    union all ${moved(sql`i.until_on`, 'transferOut', isElsewhere(wentTo, shops), wentTo)}`
  const [sum] = await rowsOf<{ total: number; came: number }>(
    db,
    sql`select count(*) as total, count(*) filter (where ${adds}) as came from (${counted}) c`,
  )
  const { total, came } = sum ?? { total: 0, came: 0 }
  const found = await listed(query, total, { counted, own: sql`c.date, c.member_id, c.movement` })
  return { ...found, figure: came - (total - came) }
}

const adds = sql`c.movement in ('admission', 'transferIn')`

/** Withdrawal requests, one per day and shop; of several contracts the one that ends last is listed. */
async function requestRows(query: MemberQuery) {
  const { db, shops, period } = query
  const requested = sql`contract k
    where k.shop_id = any(${shops}) and k.kind <> 'option'
      and k.cancel_requested_on between ${period.from} and ${period.to}`
  const counted = sql`
    select distinct on (k.shop_id, k.member_id, k.cancel_requested_on) ${known(sql`k.member_id`, {
      shop: sql`k.shop_id`,
      date: sql`k.cancel_requested_on`,
      contract: sql`k.id`,
      endsOn: sql`k.end_on`,
    })}
    from ${requested} order by k.shop_id, k.member_id, k.cancel_requested_on, k.end_on desc nulls last, k.id`
  const total = await countOf(
    db,
    sql`(select distinct k.shop_id, k.member_id, k.cancel_requested_on from ${requested}) c`,
  )
  return listed(query, total, { counted, own: sql`c.date, c.member_id, c.shop_id` })
}

/**
 * Members who joined `months` before the period, as `readRetention` counts them: all, those still members, or those
 * who are not.
 */
async function cohortRows(query: MemberQuery, months: number, { from, to }: Period) {
  const { db, shops, figure } = query
  const kept = keptFor(sql`${months}::integer`)
  const which = { retentionKept: kept, retentionLost: sql`not ${kept}` }[figure as string] ?? sql`true`
  const cohort = sql`membership_interval i
    where i.shop_id = any(${shops}) and i.starts_span and i.from_on between ${from} and ${to}
      and not ${isDoubted(sql`i.from_on`)} and ${which}`
  const columns = known(sql`i.member_id`, { shop: sql`i.shop_id`, date: sql`i.from_on`, endsOn: sql`i.span_end` })
  return listed(query, await countOf(db, cohort), {
    counted: sql`select ${columns} from ${cohort}`,
    own: sql`c.date, c.member_id`,
  })
}

/** Intervals that cover the close of a day. */
async function stateRows(query: MemberQuery, day: string, is: SQL) {
  const { db, shops, figure, isOfGroup } = query
  const covers = sql`i.shop_id = any(${shops})
    and i.from_on <= ${day} and (i.until_on is null or i.until_on > ${day}) and ${is} and ${isOfGroup}`
  const leave = figure === 'suspendedMembers' ? { date: leaveBegan, endsOn: leaveEnds } : {}
  const columns = known(sql`i.member_id`, { ...interval, ...leave })
  return listed(query, await countOf(db, sql`membership_interval i where ${covers}`), {
    counted: sql`select ${columns} from membership_interval i where ${covers}`,
    own: byReading,
    // Read in order from the index of readings, which knows the first page.
    plain: sql`
      select ${columns} from membership_interval i join member_name_in_scope n on n.member_id = i.member_id
      where ${covers} order by n.kana nulls last, i.member_id`,
  })
}

const byReading = sql`c.reading nulls last, c.member_id`

/** One row per member, over all requested shops; visits without a member were guests. */
async function visitorRows(
  query: MemberQuery,
  { figure, isDay }: { figure: 'visitCount' | 'visitDays' | 'uniqueVisitors'; isDay: boolean },
): Promise<MemberRows> {
  const { shops, period } = query
  const came = sql`v.shop_id = any(${shops}) and ${cameIn(period)}`
  const columns = known(sql`v.member_id`, {
    visitDays: sql`sum(bit_count((v.days & ${daysMask(period)})::bit(32)))::integer`,
    ...(!isDay && { visits: sql`sum(v.visits)::integer` }),
  })
  const { sums, ...found } = await people<{ all: number; days: number; visits: number; everybody: number }>(query, {
    counted: sql`select ${columns} from member_visit_month v where ${came} group by v.member_id`,
    sums: sql`count(*) as all, coalesce(sum(visit_days), 0) as days, coalesce(sum(visits), 0) as visits,
      (select coalesce(sum(visits), 0) from shop_day
        where shop_id = any(${shops}) and date between ${period.from} and ${period.to}) as everybody`,
    shopName: sql`(select string_agg(name, '・' order by sort_order, id) from shop
      where id in (select v.shop_id from member_visit_month v where v.member_id = page.member_id and ${came}))`,
  })
  const guests = figure === 'visitCount' ? sums.everybody - sums.visits : 0
  const figures = { visitCount: sums.visits + guests, visitDays: sums.days, uniqueVisitors: sums.all }
  return { ...found, figure: figures[figure], allRows: sums.all, guests }
}

/** The days of a period as a bit mask of `member_visit_month`, the first day at bit 0; all bits for several months. */
function daysMask({ from, to }: Period): SQL {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  const day = (date: string) => Number(date.slice(8))
  return sql`${isOneMonth ? 2 ** day(to) - 2 ** (day(from) - 1) : 2 ** 31 - 1}::integer`
}

/** Whether `member_visit_month v` has a day of the period. */
const cameIn = (period: Period): SQL => sql`
  v.month between ${`${period.from.slice(0, 7)}-01`} and ${period.to} and v.days & ${daysMask(period)} <> 0`

/**
 * As `readPeople` counts them: 稼働 on any day, including the last day of a membership, without a visit as a member of
 * these shops.
 */
async function zeroVisitorRows(query: MemberQuery): Promise<MemberRows> {
  const { shops, period } = query
  const { from, to } = period
  const { sums, ...found } = await people<{ all: number }>(query, {
    // Listed in their last shop.
    counted: sql`
      select distinct on (i.member_id) ${known(sql`i.member_id`, interval)}
      from membership_interval i
      where i.shop_id = any(${shops}) and not i.suspended and i.from_on <= ${to}
        and (i.until_on is null or i.until_on >= ${from}::date + (not i.ends_span)::integer)
        and not exists (select from member_visit_month v
          where v.member_id = i.member_id and ${cameIn(period)} and v.home_shop_id = any(${shops}))
      order by i.member_id, i.from_on desc`,
    sums: sql`count(*) as all`,
  })
  return { ...found, figure: sums.all, allRows: sums.all, guests: 0 }
}

async function countOf(db: Db, counted: SQL): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(db, sql`select count(*) as total from ${counted}`)
  return row?.total ?? 0
}

/**
 * A page of rows where the number of rows is the figure. `plain`: all rows in their own order, where an index has it.
 */
async function listed(
  { db, figure, page }: MemberQuery,
  allRows: number,
  { counted, own, plain }: { counted: SQL; own: SQL; plain?: SQL },
): Promise<MemberRows> {
  const all = { figure: allRows, allRows, guests: 0 }
  const shown = (page: SQL) => named(figure, page)
  if (!isPlain(page)) {
    const request = { counted, orders: ordersOf(figure), own, shown }
    return { ...(await foundRows<MemberRow, SortKeyOf<'members'>>(db, page, request)), ...all }
  }
  const inOrder = plain ?? sql`select c.* from (${counted}) c order by ${own}`
  return { rows: await rowsOf<MemberRow>(db, shown(sql`${inOrder} ${slice(page)}`)), total: allRows, ...all }
}

/** Counts people once, and takes both the sums and a page by reading from that result. */
async function people<Sums>(
  { db, figure, page }: MemberQuery,
  { counted, sums, shopName }: { counted: SQL; sums: SQL; shopName?: SQL },
) {
  return foundRows<MemberRow, SortKeyOf<'members'>, Sums>(db, page, {
    counted,
    orders: ordersOf(figure),
    own: byReading,
    shown: (page) => named(figure, page, shopName),
    sums,
  })
}

// The detail columns of a row are those of the figure's screen.
const hasColumn = (figure: MemberFigure, column: 'plan' | 'cancelReason' | 'joinRoute' | 'tenure') =>
  memberColumns[figure][column] !== undefined

/** Expressions for row `c` or `page`; null where the figure has no such column. */
function detailColumns(figure: MemberFigure, row: 'c' | 'page') {
  const of = (column: string) => sql.raw(`${row}.${column}`)
  const contract = sql`from contract k join shop_plan p on p.id = k.plan_id where k.id = ${of('contract_id')}`
  const age = sql`age(${of('date')} + 1, ${of('span_start')})`
  return {
    plan: hasColumn(figure, 'plan') ? sql`(select p.name ${contract})` : sql`null::text`,
    cancelReason: hasColumn(figure, 'cancelReason') ? sql`(select k.cancel_reason ${contract})` : sql`null::text`,
    joinRoute: hasColumn(figure, 'joinRoute')
      ? sql`(select m.join_route from member m where m.id = ${of('member_id')})`
      : sql`null::text`,
    tenure: hasColumn(figure, 'tenure')
      ? sql`(extract(year from ${age}) * 12 + extract(month from ${age}))::integer`
      : sql`null::integer`,
  }
}

function ordersOf(figure: MemberFigure): Record<SortKeyOf<'members'>, SQL> {
  const { plan, cancelReason, joinRoute, tenure } = detailColumns(figure, 'c')
  return {
    name: sql`n.kana`,
    memberNo: sql`n.member_no`,
    shop: shopOrder,
    date: sql`c.date`,
    movement: orderOf(sql`c.movement`, valuesOf(movements)),
    growth: sql`(${adds})::integer`,
    otherShop: sql`(select s.sort_order from shop s where s.id = c.other_shop_id)`,
    cancelReason: orderOf(cancelReason, valuesOf(cancelReasons)),
    plan,
    joinRoute: orderOf(joinRoute, valuesOf(joinRoutes)),
    tenure,
    endsOn: sql`c.ends_on`,
    visitDays: sql`c.visit_days`,
    visits: sql`c.visits`,
  }
}

/** The rows of a page, in its order. */
function named(figure: MemberFigure, page: SQL, shopName = sql`(select name from shop where id = page.shop_id)`): SQL {
  const { plan, cancelReason, joinRoute, tenure } = detailColumns(figure, 'page')
  return sql`
    select m.user_id as "userId", page.member_id as "memberId", coalesce(n.member_no, '') as "memberNo",
      coalesce(n.last_name, '') as "lastName", coalesce(n.first_name, '') as "firstName", ${shopName} as "shopName",
      page.date, page.movement, (select name from shop where id = page.other_shop_id) as "otherShopName",
      ${plan} as "planName", ${cancelReason} as "cancelReason", ${joinRoute} as "joinRoute",
      ${tenure} as "tenureMonths", page.ends_on as "endsOn", page.visit_days as "visitDays", page.visits
    from (select ids.*, row_number() over () as place from (${page}) ids) page
    left join member_name_in_scope n on n.member_id = page.member_id
    left join member m on m.id = page.member_id
    order by page.place`
}
