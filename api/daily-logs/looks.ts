import { sql } from 'drizzle-orm'
import type { LogKind } from '#contract/words/daily-log.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'

// Whose health data a staff member has seen, from the audit log alone: each access records whose values it showed
// (viewed.ts).

/** A staff member, and days in Tokyo, both included. */
export interface LooksQuery {
  staffId: number
  from: string
  to: string
}

export interface SeenMember {
  memberId: number
  /** Null where the member was deleted. */
  memberNo: string | null
  name: string | null
  /** Kinds of logs that were seen. */
  kinds: LogKind[]
  /** Answers that contained a value, exports included. */
  looks: number
  exports: number
  reveals: number
  /** YYYY/MM/DD HH:MM:SS in Tokyo. */
  first: string
  last: string
  /** The shops of the requests, or else the member's. */
  shops: string[]
}

export interface Call {
  at: string
  action: string
  /** Only for a reveal, or an access to a single kind. */
  kind: LogKind | null
  /** How many members' values were shown. */
  members: number
  /** The member the call was about. */
  memberNo: string | null
  shop: string | null
  ip: string | null
  reason: string | null
}

const inTokyo = (at: 'at' | 'min(at)' | 'max(at)') =>
  sql.raw(`to_char(${at} at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS')`)

/** Audit rows of health data; reading the access history itself shows no values. */
const looks = ({ staffId, from, to }: LooksQuery) => sql`
  looks as materialized (
    select seq, at, action, ip, reason, shop_id, member_id, filter,
      case when action = 'dailyLog.reveal' then filter ->> 'kind'
        when jsonb_typeof(filter -> 'members') = 'array' then split_part(action, '.', 2) end as kind
    from audit_log
    where actor_staff_id = ${staffId} and resource_type = 'dailyLog' and action <> 'dailyLog.access'
      and at >= ${from}::date::timestamp at time zone 'Asia/Tokyo'
      and at < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'
  )`

/** Every member whose values were shown or revealed; most accesses first. */
export const membersSeen = (db: Db, query: LooksQuery) =>
  rowsOf<SeenMember>(
    db,
    sql`
      with ${looks(query)}, seen as (
        select jsonb_array_elements(filter -> 'members')::integer as member_id, at, action, kind, shop_id
        from looks where jsonb_typeof(filter -> 'members') = 'array'
        union all
        select member_id, at, action, kind, shop_id from looks where action = 'dailyLog.reveal' and member_id is not null
      ), counted as (
        select member_id, array_agg(distinct kind) as kinds,
          count(*) filter (where action <> 'dailyLog.reveal') as looks,
          count(*) filter (where action like '%.export') as exports,
          count(*) filter (where action = 'dailyLog.reveal') as reveals,
          ${inTokyo('min(at)')} as first, ${inTokyo('max(at)')} as last, array_agg(distinct shop_id) as shop_ids
        from seen group by member_id
      )
      select c.member_id as "memberId", m.member_no as "memberNo", m.last_name || ' ' || m.first_name as name, c.kinds,
        c.looks, c.exports, c.reveals, c.first, c.last,
        array(select s.name from shop s where s.id = any (c.shop_ids) or (array_position(c.shop_ids, null) is not null and s.id = m.shop_id)
          order by s.sort_order, s.id) as shops
      from counted c left join member m on m.id = c.member_id
      order by c.looks desc, c.reveals desc, c.member_id`,
  )

/** Every call, oldest first. */
export const callsOf = (db: Db, query: LooksQuery) =>
  rowsOf<Call>(
    db,
    sql`
      with ${looks(query)}
      select ${inTokyo('at')} as at, l.action, l.kind, l.ip, l.reason, m.member_no as "memberNo", s.name as shop,
        case when jsonb_typeof(l.filter -> 'members') = 'array' then jsonb_array_length(l.filter -> 'members') else 0 end as members
      from looks l left join member m on m.id = l.member_id left join shop s on s.id = l.shop_id
      order by l.seq`,
  )

export interface FoundStaff {
  id: number
  displayName: string
  email: string
}

/** A staff member by id or mail address. */
export async function staffNamed(db: Db, named: string): Promise<FoundStaff | null> {
  const [found] = await rowsOf<FoundStaff>(
    db,
    sql`
      select id, display_name as "displayName", email from staff
      where ${/^\d{1,9}$/.test(named) ? sql`id = ${Number(named)}` : sql`lower(email) = lower(${named})`}`,
  )
  return found ?? null
}
