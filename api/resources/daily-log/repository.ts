import { type SQL, sql } from 'drizzle-orm'
import {
  type ConsentKind,
  consentOf,
  type LogKind,
  type logSources,
  revealedMinutes,
} from '#contract/words/daily-log.ts'
import type { ValueOf } from '#contract/words/words.ts'
import type { Scoped } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { type LongPage, longPage } from '../../db/long-list.ts'
import type { FoundMember } from '../../db/one-member.ts'

/** The properties of a caller that decide whose days they see. */
export interface Sight {
  /** Head office reads wherever consent is given; staff of a franchise company only where the consent names it. */
  isHeadOffice: boolean
  /** Only these members (internal ids); null: all in the shops. */
  members: readonly number[] | null
  /** Only where the menstrual log is shared with this staff member. */
  sharedWith: string | null
}

const all = (...conditions: (SQL | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)

type Consenting = Pick<Sight, 'isHeadOffice' | 'sharedWith'>

/** Whether the consent `c` of a member at shop `s` covers the caller. */
const isForUs = ({ isHeadOffice }: Consenting) =>
  isHeadOffice ? sql`true` : sql`(s.owner_type = 'direct' or s.company_id = any (c.company_ids))`
const isSharedWithUs = ({ sharedWith }: Consenting) =>
  sharedWith === null ? sql`true` : sql`(${Number(sharedWith)}::integer = any (c.shared_staff_ids))`

export interface FoundConsent {
  kind: ConsentKind
  agreed: boolean
  version: string
  at: string
  /** Of a given consent: whether it covers the caller too. */
  isForUs: boolean
  isSharedWithUs: boolean
  isShared: boolean
}

/** A member's latest consent answer of each kind. */
export const currentConsents = (scoped: Scoped, memberId: number, sight: Consenting) =>
  rowsOf<FoundConsent>(
    scoped,
    sql`
      select c.kind, c.agreed, c.version, c.at, ${isForUs(sight)} as "isForUs",
        ${isSharedWithUs(sight)} as "isSharedWithUs", cardinality(c.shared_staff_ids) > 0 as "isShared"
      from health_consent c join member m on m.id = c.member_id join shop s on s.id = m.shop_id
      where c.member_id = ${memberId} and c.is_current`,
  )

/** Members of a shop whose consent lets the caller see their days, by internal id. */
export async function consentingMembers(
  scoped: Scoped,
  kind: ConsentKind,
  shopId: string,
  sight: Sight,
): Promise<{ ids: number[]; shared: Set<number> }> {
  const { members } = sight
  const rows = await rowsOf<{ id: number; isShared: boolean }>(
    scoped,
    sql`
      select c.member_id as id, cardinality(c.shared_staff_ids) > 0 as "isShared"
      from member m join shop s on s.id = m.shop_id
      join health_consent c on c.member_id = m.id and c.kind = ${kind} and c.is_current and c.agreed
      where m.shop_id = ${Number(shopId)} and ${isForUs(sight)} and ${isSharedWithUs(sight)}
        and ${members === null ? sql`true` : sql`m.id = any (${idArray(members.map(String))})`}`,
  )
  return { ids: rows.map(({ id }) => id), shared: new Set(rows.filter(({ isShared }) => isShared).map(({ id }) => id)) }
}

/** Days of these members, who all consent; with a shop, only days at that shop. */
export interface AboutDays {
  kind: LogKind
  members: readonly number[]
  shopId: string | undefined
  from: string
  to: string
}

export interface FoundDay extends FoundMember {
  id: number
  memberId: number
  shopId: number
  shopName: string
  date: string
  source: ValueOf<typeof logSources>
  recordedAt: string
  keyId: string
  /** Base64. */
  sealed: string
}

const conditionOf = ({ kind, members, shopId, from, to }: AboutDays) =>
  all(
    sql`l.kind = ${kind} and l.date between ${from} and ${to}`,
    shopId === undefined ? undefined : sql`l.at_shop_id = ${Number(shopId)}`,
    sql`l.member_id = any (${idArray(members.map(String))})`,
  )

const rowsAround = (page: SQL) => sql`
  select l.id, l.member_id as "memberId", l.at_shop_id as "shopId", s.name as "shopName", l.date, l.source,
    l.recorded_at as "recordedAt", l.key_id as "keyId", encode(l.sealed, 'base64') as sealed, m.user_id as "userId",
    m.member_no as "memberNo", m.last_name as "lastName", m.first_name as "firstName",
    m.last_name_kana as "lastNameKana", m.first_name_kana as "firstNameKana"
  from (select id, row_number() over () as place from (${page}) ids) page
  join daily_log l on l.id = page.id
  join named_shop s on s.id = l.at_shop_id
  join member m on m.id = l.member_id
  order by page.place`

/** One page, by day; at most 10,000 are counted (decision 0036). */
export async function listDays(
  scoped: Scoped,
  about: AboutDays,
  { direction, offset, limit }: { direction: 'asc' | 'desc'; offset: number; limit: number },
): Promise<LongPage<FoundDay, never>> {
  if (about.members.length === 0) return { rows: [], total: 0, isAtLeast: false, sums: null }
  return longPage<FoundDay>(
    scoped,
    {
      rows: sql`daily_log l where ${conditionOf(about)}`,
      key: sql`l.date`,
      id: sql`l.id`,
      direction,
      around: rowsAround,
    },
    { offset, limit },
  )
}

/** The number of stored days of a member, by kind. */
export const daysKept = (scoped: Scoped, memberId: number) =>
  rowsOf<{ kind: LogKind; days: number }>(
    scoped,
    sql`select kind, count(*) as days from daily_log where member_id = ${memberId} group by kind`,
  )

export interface FoundReveal {
  memberId: number
  from: string
  to: string
  until: string
  reason: string
}

/**
 * What the caller, in this session, may read of a kind now; of one member, or of all. A withdrawn consent has ended the
 * reveal, even if it was given again.
 */
export const revealsOf = (
  scoped: Scoped,
  { staffId, sid }: { staffId: string; sid: string },
  kind: LogKind,
  now: Date,
  memberId: number | null,
) =>
  rowsOf<FoundReveal>(
    scoped,
    sql`
      select of_member_id as "memberId", "from", "to", until, reason from daily_log_reveal r
      where not exists (
        select from health_consent where member_id = r.of_member_id and kind = ${consentOf[kind]} and not agreed
          and at >= r.until - make_interval(mins => ${revealedMinutes}))
        and staff_id = ${Number(staffId)} and sid = ${sid} and kind = ${kind} and until > ${now.toISOString()}::timestamptz
        and ${memberId === null ? sql`true` : sql`of_member_id = ${memberId}`}
      order by until desc, id desc`,
  )

export const consentHistory = (scoped: Scoped, memberId: number) =>
  rowsOf<{ kind: ConsentKind; agreed: boolean; at: string; version: string; companies: string[] }>(
    scoped,
    sql`
      select c.kind, c.agreed, c.at, c.version,
        array(select name from company where id = any (c.company_ids) order by id) as companies
      from health_consent c where c.member_id = ${memberId} order by c.at desc, c.id desc`,
  )

/** Deletes a member's days of these kinds; returns their number. */
export async function eraseDays(scoped: Scoped, memberId: number, kinds: readonly LogKind[]): Promise<number> {
  const [{ days = 0 } = {}] = await rowsOf<{ days: number }>(
    scoped,
    sql`select count(*) as days from daily_log where member_id = ${memberId} and kind = any (${`{${kinds.join(',')}}`}::text[])`,
  )
  await scoped.execute(
    sql`delete from daily_log where member_id = ${memberId} and kind = any (${`{${kinds.join(',')}}`}::text[])`,
  )
  return days
}

export interface FoundWeek {
  shopId: number
  week: string
  keyId: string
  /** Base64. */
  sealed: string
}

/** Published weeks of these shops. */
export const weeksOf = (
  scoped: Scoped,
  kind: LogKind,
  shops: readonly string[],
  { from, to }: { from: string; to: string },
) =>
  rowsOf<FoundWeek>(
    scoped,
    sql`
      select shop_id as "shopId", week, key_id as "keyId", encode(sealed, 'base64') as sealed from daily_log_week
      where kind = ${kind} and shop_id = any (${idArray(shops)}) and week between ${from} and ${to}
      order by shop_id, week`,
  )

export const shopsInSight = (scoped: Scoped, shopId: string | undefined) =>
  rowsOf<{ id: number; name: string }>(
    scoped,
    sql`select id, name from shop where ${shopId === undefined ? sql`true` : sql`id = ${Number(shopId)}`} order by sort_order, id`,
  )

export interface FoundAccess {
  id: number
  /** As the log has it; null in rows from before it had names, of accounts that are gone. */
  displayName: string | null
  role: 'level1' | 'level2' | 'level3' | 'level4' | 'all'
  reads: number
  reveals: number
  exports: number
  members: number
  busiest: { date: string; members: number } | null
  noticed: string[]
  kinds: { kind: LogKind; members: number }[]
  reasons: { reason: string; count: number }[]
}

/** Accesses to health data from a day on and before another one, days in Tokyo. */
export const accessOf = (scoped: Scoped, from: string, before: string) =>
  rowsOf<FoundAccess>(
    scoped,
    sql`
      with looks as materialized (
        select seq, actor_staff_id as staff, actor_name, actor_role, action, reason, filter, (at at time zone 'Asia/Tokyo')::date as day
        from audit_log
        where resource_type = 'dailyLog' and at >= ${from}::date::timestamp at time zone 'Asia/Tokyo'
          and at < ${before}::date::timestamp at time zone 'Asia/Tokyo' and actor_staff_id is not null
      ), seen as materialized (
        select staff, day, split_part(action, '.', 2) as kind, jsonb_array_elements(filter -> 'members')::integer as member
        from looks where jsonb_typeof(filter -> 'members') = 'array'
      ), days as (select staff, day, count(distinct member) as members from seen group by staff, day)
      select l.staff as id, coalesce(max(s.display_name), (array_agg(l.actor_name order by seq desc))[1]) as "displayName",
        coalesce(max(s.role), (array_agg(l.actor_role order by seq desc))[1]) as role,
        count(*) filter (where l.action not in ('dailyLog.reveal', 'dailyLog.erase', 'dailyLog.access')
          and l.action not like '%.export') as reads,
        count(*) filter (where l.action = 'dailyLog.reveal') as reveals,
        count(*) filter (where l.action like '%.export') as exports,
        (select count(distinct member) from seen where seen.staff = l.staff) as members,
        (select json_build_object('date', day, 'members', members) from days where days.staff = l.staff
          order by members desc, day limit 1) as busiest,
        array(select date from daily_log_notice n where n.staff_id = l.staff and n.date >= ${from} and n.date < ${before}
          order by date) as noticed,
        (select coalesce(json_agg(one), '[]') from (
          select kind, count(distinct member) as members from seen where seen.staff = l.staff group by kind order by kind
        ) one) as kinds,
        (select coalesce(json_agg(one), '[]') from (
          select reason, count(*) as count from looks where looks.staff = l.staff and action = 'dailyLog.reveal'
          group by reason order by count(*) desc, reason
        ) one) as reasons
      from looks l left join staff s on s.id = l.staff
      where l.action <> 'dailyLog.access'
      group by l.staff
      order by 7 desc, l.staff`,
  )

export interface FoundChange {
  auditId: number
  at: string
  action: string
  actorName: string | null
  staffId: number
  displayName: string
}

/** Days of that period on which more than so many members were assigned to a trainer. */
export const manyAssigned = (scoped: Scoped, most: number, from: string, before: string) =>
  rowsOf<{ date: string; members: number; staffId: number; displayName: string }>(
    scoped,
    sql`
      select d.date, d.assigned as members, s.id as "staffId", s.display_name as "displayName"
      from trainer_day d join staff s on s.id = d.staff_id
      where d.assigned > ${most} and d.date >= ${from} and d.date < ${before}
      order by d.date desc, d.assigned desc limit 200`,
  )

/** What others have changed of the proofs of staff with these roles, in those days. */
export const proofsChangedByOthers = (scoped: Scoped, roles: readonly string[], from: string, before: string) =>
  rowsOf<FoundChange>(
    scoped,
    sql`
      select a.seq as "auditId", a.at, a.action, a.actor_name as "actorName", s.id as "staffId",
        s.display_name as "displayName"
      from audit_log a
      join staff s on s.id::text = a.resource_id and (s.is_admin or s.role = any (${`{${roles.join(',')}}`}::text[]))
      where a.resource_type = 'staff' and a.at >= ${from}::date::timestamp at time zone 'Asia/Tokyo'
        and a.at < ${before}::date::timestamp at time zone 'Asia/Tokyo' and a.actor_staff_id <> s.id
        and (a.action in ('staff.changePassword', 'staff.sendPasswordReset', 'staff.resetSecondFactor')
          or (a.action = 'user.update' and (a.diff ? 'pendingEmail' or a.diff ? 'email')))
      order by a.seq desc limit 200`,
  )

/** The first day on which health data was accessed. */
export async function firstLook(scoped: Scoped): Promise<string | null> {
  const [found] = await rowsOf<{ day: string | null }>(
    scoped,
    sql`select min((at at time zone 'Asia/Tokyo')::date) as day from audit_log
      where resource_type = 'dailyLog' and action <> 'dailyLog.access'`,
  )
  return found?.day ?? null
}
