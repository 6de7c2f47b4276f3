import { type SQL, sql } from 'drizzle-orm'
import type { MemberPayment, MemberPlan, MemberTicket } from '#contract/member.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { idArray, rowsOf, tokyoDay } from '../../db/expressions.ts'

// The tabs of a member's page: contracts, tickets, visits, payments and changes.

interface Page {
  offset: number
  limit: number
}

interface Paged<Row> {
  rows: Row[]
  total: number
}

/** A page of `list`, and its exact total: one member's rows are few. */
async function paged<Row>(scoped: Scoped, list: SQL, order: SQL, { offset, limit }: Page): Promise<Paged<Row>> {
  const [counted] = await rowsOf<{ total: number }>(scoped, sql`select count(*)::integer as total from (${list}) row`)
  const rows = await rowsOf<Row>(
    scoped,
    sql`select * from (${list}) row order by ${order} limit ${limit} offset ${offset}`,
  )
  return { rows, total: counted?.total ?? 0 }
}

export type FoundPlan = Omit<Required<MemberPlan>, 'id' | 'planId' | 'shop'> & {
  id: number
  planId: number
  shopId: number
  shopName: string
}

/** Contracts, latest first. */
export const plansOf = (scoped: Scoped, memberId: number, page: Page) =>
  paged<FoundPlan>(
    scoped,
    sql`
      select c.id, p.id as "planId", p.name as "planName", p.code as "planCode", s.id as "shopId", s.name as "shopName",
        c.kind, case
          when c.start_on > data_date() then 'waiting'
          when c.end_on < data_date() then 'cancel'
          when c.kind = 'suspension' then 'suspended'
          else 'active'
        end as status,
        c.contracted_on as "contractedOn", c.start_on as "startOn", c.end_on as "endOn",
        c.cancel_requested_on as "cancelRequestedOn", c.cancel_reason as "cancelReason",
        c.next_billing_on as "nextBillingOn", c.monthly_fee as "monthlyFee", c.payment_method as "paymentMethod",
        c.payment_status as "paymentStatus", (
          select max(b.target_month) from billing b where b.member_id = c.member_id and b.due_on <= data_date()
            and b.target_month >= date_trunc('month', c.start_on) and (b.target_month <= c.end_on) is not false
        ) as "paymentMonth"
      from contract c join shop_plan p on p.id = c.plan_id join shop s on s.id = c.shop_id
      where c.member_id = ${memberId}`,
    sql`"startOn" desc, id desc`,
    page,
  )

export type FoundTicket = Omit<Required<MemberTicket>, 'id' | 'ticketId' | 'shop'> & {
  id: number
  ticketId: number
  shopId: number
  shopName: string
}

/** Tickets: usable ones first, by expiry. */
export const ticketsOf = (scoped: Scoped, memberId: number, page: Page) =>
  paged<FoundTicket>(
    scoped,
    sql`
      select m.id, t.id as "ticketId", t.name as "ticketName", t.type, s.id as "shopId", s.name as "shopName",
        m.granted_num as "grantedNum", m.used_num as "usedNum", m.granted_num - m.used_num as "remainingNum",
        m.granted_at as "grantedAt", m.expires_on as "expiresOn", coalesce(m.expires_on < data_date(), false) as "isExpired",
        m.source, m.unit_price as "unitPrice"
      from member_ticket m join named_ticket t on t.id = m.ticket_id join named_shop s on s.id = m.shop_id
      where m.member_id = ${memberId}`,
    sql`"isExpired" or "remainingNum" = 0, "expiresOn" nulls last, "grantedAt" desc, id desc`,
    page,
  )

/** The days of a year with a visit, and the hours of visits by weekday. Default: the last year with visits. */
export async function visitYearOf(scoped: Scoped, memberId: number, requested: number | undefined, at: Date) {
  const [span] = await rowsOf<{ first: number | null; last: number | null; now: number }>(
    scoped,
    sql`
      select extract(year from min(month))::integer as first, extract(year from max(month))::integer as last,
        extract(year from coalesce(data_date(), ${tokyoDay(sql`${at.toISOString()}::timestamptz`)}))::integer as now
      from member_visit_month where member_id = ${memberId}`,
  )
  const now = span?.now ?? at.getUTCFullYear()
  const year = requested ?? span?.last ?? now
  const [found] = await rowsOf<{ days: string[]; entries: Entry[] }>(
    scoped,
    sql`
      select
        (select coalesce(json_agg(day order by day), '[]') from (
          select distinct month + bit as day from member_visit_month, generate_series(0, 30) as bit
          where member_id = ${memberId} and month between make_date(${year}, 1, 1) and make_date(${year}, 12, 1)
            and (days >> bit) & 1 = 1
        ) of_year) as days,
        (select coalesce(json_agg(json_build_array(s.id, extract(epoch from v.entered_at), s.day_start_hour)
            order by s.id, v.entered_at), '[]')
          from visit v join named_shop s on s.id = v.shop_id
          -- Visits may start, and business days end, on the day before and after.
          where v.member_id = ${memberId} and v.entered_at >= day_start(make_date(${year}, 1, 1) - 1)
            and v.entered_at < day_start(make_date(${year + 1}, 1, 2))) as entries`,
  )
  return {
    year,
    firstYear: span?.first ?? now,
    lastYear: Math.max(span?.last ?? now, span?.first ?? now),
    days: found?.days ?? [],
    hours: visitHours(found?.entries ?? [], year),
  }
}

/** The shop, the time (seconds since 1970), and the hour at which the shop's business day starts. */
type Entry = [shopId: number, at: number, dayStartHour: number]

const tokyoHours = 9
const hour = 3600

/**
 * Visits of a year by weekday and hour, merged as in the figures (api/db/sql/060-visits.sql): entries at a shop within
 * an hour of the first are one visit, on the business day of the first.
 */
function visitHours(entries: readonly Entry[], year: number) {
  const counts = new Map<number, number>()
  let [shop, began] = [0, 0]
  for (const [shopId, at, dayStartHour] of entries) {
    if (shopId === shop && at <= began + hour) continue
    shop = shopId
    began = at
    const clock = new Date((at + tokyoHours * hour) * 1000)
    const day = new Date((at + (tokyoHours - dayStartHour) * hour) * 1000)
    if (day.getUTCFullYear() !== year) continue
    const place = day.getUTCDay() * 24 + clock.getUTCHours()
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([place, visits]) => ({ dow: Math.floor(place / 24), hour: place % 24, visits }))
}

export interface FoundVisit {
  id: number
  shopId: number
  shopName: string
  enteredAt: string
  leftAt: string | null
  source: 'entry' | 'checkin'
}

/** Each entry and check-in of a year, latest first. */
export const entriesOf = (scoped: Scoped, memberId: number, year: number, page: Page) =>
  paged<FoundVisit>(
    scoped,
    sql`
      select v.id, s.id as "shopId", s.name as "shopName", v.entered_at as "enteredAt", v.left_at as "leftAt", v.source
      from visit v join named_shop s on s.id = v.shop_id
      where v.member_id = ${memberId}
        and v.entered_at >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'Asia/Tokyo')
        and v.entered_at < make_timestamptz(${year + 1}, 1, 1, 0, 0, 0, 'Asia/Tokyo')`,
    sql`"enteredAt" desc, id desc`,
    page,
  )

export type FoundPayment = Omit<MemberPayment, 'shop'> & { shopId: number; shopName: string }

/** Bills and counter sales, latest first. A sale that settles a bill is listed as that bill. */
export const paymentsOf = (scoped: Scoped, memberId: number, onlyUnpaid: boolean, page: Page) =>
  paged<FoundPayment>(
    scoped,
    sql`
      select 'b' || b.id as id, 'bill' as kind, b.due_on as on, b.target_month as "targetMonth", '会費' as what,
        s.id as "shopId", s.name as "shopName", b.amount, b.method, b.status
      from billing b join shop s on s.id = b.shop_id
      where b.member_id = ${memberId} ${onlyUnpaid ? sql`and b.status in ('unpaid', 'error')` : sql``}
      union all
      select 's' || p.id, 'sale', tokyo_day(p.settled_at), p.target_month, line.what, s.id, s.name, line.amount, p.method,
        p.status
      from sale p
      join shop s on s.id = p.shop_id
      cross join lateral (
        select string_agg(product.name, '、' order by l.line_no) as what, sum(l.net)::integer as amount
        from sale_line l join product on product.id = l.product_id where l.sale_id = p.id
      ) line
      where ${onlyUnpaid ? sql`false and` : sql``} p.member_id = ${memberId} and p.settled_at is not null and line.amount is not null
        and not exists (select from billing b where b.member_id = ${memberId} and b.sale_id = p.id)`,
    sql`kind = 'bill' and status in ('unpaid', 'error') desc, "on" desc, id desc`,
    page,
  )

/** Unpaid yen of a member's bills: of all months, and of the month of the data date; before there are data, of today's. */
export async function unpaidOf(scoped: Scoped, memberId: number, now: Date) {
  const [found] = await rowsOf<{ all: number; thisMonth: number; month: string }>(
    scoped,
    sql`
      select coalesce(sum(b.amount), 0)::integer as "all",
        coalesce(sum(b.amount) filter (where b.target_month = this.month), 0)::integer as "thisMonth", this.month
      from (select date_trunc('month', coalesce(data_date(), ${tokyoDay(sql`${now.toISOString()}::timestamptz`)}))::date as month) this
      left join billing b on b.member_id = ${memberId} and b.status in ('unpaid', 'error')
      group by this.month`,
  )
  return found as NonNullable<typeof found>
}

export interface FoundChange {
  seq: number
  at: string
  staffId: number | null
  displayName: string | null
  action: string
  diff: Record<string, { before: unknown; after: unknown }> | null
}

/** Changes to a member made here, latest first; `by`: only by this staff member. */
export const changesOfMember = (scoped: Scoped, memberId: number, by: string | undefined, page: Page) =>
  paged<FoundChange>(
    scoped,
    sql`
      select a.seq, a.at, s.id as "staffId", s.display_name as "displayName", a.action, a.diff
      from audit_log a left join staff s on s.id = a.actor_staff_id
      where a.member_id = ${memberId} and a.resource_type = 'member' and a.diff <> '{}'
        ${by === undefined ? sql`` : sql`and a.actor_staff_id = ${Number(by)}`}`,
    sql`seq desc`,
    page,
  )

/** Of these members, those whose contact a trainer may see: assigned to them, or booked with them within 30 days. */
export async function assignedAmong(scoped: Scoped, memberIds: readonly number[], now: Date): Promise<Set<number>> {
  if (memberIds.length === 0) return new Set()
  const rows = await rowsOf<{ id: number }>(
    scoped,
    sql`
      select id from assigned_members(${now.toISOString()}::timestamptz) as id
      where id = any(${idArray(memberIds.map(String))})`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** A member as recorded by staff, locked until the transaction ends. */
export interface HeldMember {
  id: number
  userId: number
  name: string
  shopId: number
  status: string
  contractStatus: string
  hasActivePlan: boolean
  lockedHasActivePlan: boolean
  withLeanBodyContent: boolean
  lockedWithLeanBodyContent: boolean
  leanBodyByPlans: boolean
  tags: string[]
  trainerStaffId: number | null
  staffNote: string | null
  alertNote: string | null
  version: number
}

/** The members of these users that are in scope, ordered by id, so that two concurrent writers cannot deadlock. */
export async function holdMembers(scoped: Scoped, userIds: readonly string[]): Promise<HeldMember[]> {
  const ids = idArray(userIds)
  await scoped.execute(sql`select id from member where user_id = any(${ids}) order by id for update`)
  return rowsOf<HeldMember>(
    scoped,
    sql`
      select id, user_id as "userId", last_name || '　' || first_name as name, shop_id as "shopId", status,
        contract_status as "contractStatus", has_active_plan as "hasActivePlan",
        locked_has_active_plan as "lockedHasActivePlan", with_lean_body_content as "withLeanBodyContent",
        locked_with_lean_body_content as "lockedWithLeanBodyContent", lean_body_by_plans(id) as "leanBodyByPlans", tags,
        trainer_staff_id as "trainerStaffId", staff_note as "staffNote", alert_note as "alertNote", version
      from member where user_id = any(${ids}) order by id`,
  )
}

/** What staff record about a member, to be stored. */
export type Kept = Pick<
  HeldMember,
  | 'id'
  | 'hasActivePlan'
  | 'lockedHasActivePlan'
  | 'withLeanBodyContent'
  | 'lockedWithLeanBodyContent'
  | 'tags'
  | 'trainerStaffId'
  | 'staffNote'
  | 'alertNote'
>

/** One statement, so that the list is refreshed once for all of them. */
export async function writeMembers(scoped: Scoped, rows: readonly Kept[], staffId: string, now: Date): Promise<void> {
  if (rows.length === 0) return
  await scoped.execute(sql`
    update member m set
      has_active_plan = n."hasActivePlan", status = case when n."hasActivePlan" then 'active' else 'waiting' end,
      locked_has_active_plan = n."lockedHasActivePlan", with_lean_body_content = n."withLeanBodyContent",
      locked_with_lean_body_content = n."lockedWithLeanBodyContent", tags = n.tags,
      trainer_staff_id = n."trainerStaffId", staff_note = n."staffNote", alert_note = n."alertNote",
      updated_by = ${Number(staffId)}, updated_at = ${now.toISOString()}::timestamptz, version = m.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id integer, "hasActivePlan" boolean,
      "lockedHasActivePlan" boolean, "withLeanBodyContent" boolean, "lockedWithLeanBodyContent" boolean, tags text[],
      "trainerStaffId" integer, "staffNote" text, "alertNote" text)
    where m.id = n.id`)
}

/** Of these staff members, the active ones who may be trainers, with their shops in scope. */
export async function trainerShops(scoped: Scoped, shops: ShopScope, staffId: string): Promise<number[] | null> {
  const [found] = await rowsOf<{ shopIds: number[] }>(
    scoped,
    sql`
      select (select coalesce(json_agg(shop_id), '[]') from shop_staff w where w.staff_id = s.id
          ${shops === 'all' ? sql`` : sql`and w.shop_id = any(${idArray(shops)})`}) as "shopIds"
      from staff s where s.id = ${Number(staffId)} and s.status = 'active' and s.role <> 'level1'`,
  )
  return found && found.shopIds.length > 0 ? found.shopIds : null
}

/** Names of staff by id, across shops: they are shown beside their changes. */
export async function namesOfStaff(scoped: Scoped, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf<{ id: number; name: string }>(
    scoped,
    sql`select id, display_name as name from staff where id = any(${idArray(ids.map(String))})`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
