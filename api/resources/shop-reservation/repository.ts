import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { ShopReservation, shopReservation, TimetableSlot } from '#contract/shop-reservation.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { type LongList, type LongPage, longCount, longPage, longRowsAfter, mostSearched } from '../../db/long-list.ts'
import type { Sight } from '../../db/member-search.ts'
import { lookedUp, membersNamed } from '../../db/members-named.ts'

type ListInput = Input<typeof shopReservation.list>
export type Filter = Omit<ListInput, 'offset' | 'limit'>

/** A person in a row: number and name only (decision 0017). */
export interface FoundMember {
  userId: number | null
  memberNo: string
  lastName: string
  firstName: string
  lastNameKana: string | null
  firstNameKana: string | null
}

/** A booking as stored: ids are numbers, instants ISO 8601. */
export interface FoundReservation
  extends Omit<ShopReservation, 'id' | 'shop' | 'member' | 'staff' | 'slotId'>,
    Omit<FoundMember, 'memberNo'> {
  id: number
  shopId: number
  shopName: string
  /** Null for a guest. */
  memberNo: string | null
  staffId: number | null
  staffName: string | null
  slotId: number | null
}

/** Bookings up to the data date, counted as in the figures: without キャンセル待ち. */
export interface Outcomes {
  booked: number
  attended: number
  noShow: number
  lateCancelled: number
}

const all = (...conditions: (SQL | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)
/** In the caller's shops, or in the requested one. */
const shopCondition = (column: SQL, shops: ShopScope, shopId: string | undefined) =>
  all(
    shops === 'all' ? undefined : sql`${column} = any(${idArray(shops)})`,
    shopId ? sql`${column} = ${Number(shopId)}` : undefined,
  )
const firstMoment = (day: string) => sql`${day}::date::timestamp at time zone 'Asia/Tokyo'`
const firstMomentAfter = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'Asia/Tokyo'`

/** The rows that `page` selects, in order. Everybody in them has a name in scope, because they have a booking there. */
const rowsAround = (page: SQL) => sql`
  select r.id, r.external_id as "externalId", r.shop_id as "shopId", s.name as "shopName", m.user_id as "userId",
    n.member_no as "memberNo", n.last_name as "lastName", n.first_name as "firstName",
    n.last_name_kana as "lastNameKana", n.first_name_kana as "firstNameKana", r.kind, r.is_trial as "isTrial",
    r.is_first as "isFirst", r.program_name as "programName", r.studio_room_name as "studioRoomName",
    r.seat_no as "seatNo", r.staff_id as "staffId", t.display_name as "staffName", r.start_at as "startAt",
    r.end_at as "endAt", r.status, r.booked_at as "bookedAt", r.booked_via as "bookedVia", r.slot_id as "slotId", r.note
  from (select id, row_number() over () as place from (${page}) ids) page
  join reservation r on r.id = page.id
  join shop s on s.id = r.shop_id
  left join staff t on t.id = r.staff_id
  left join member_name_in_scope n on n.member_id = r.member_id
  left join member m on m.id = n.member_id
  order by page.place`

/** Bookings whose person or program matches the keyword. */
async function keywordCondition(
  scoped: Scoped,
  sight: Sight,
  keyword: string,
): Promise<{ found: SQL; walked: SQL } | undefined> {
  const [search] = await rowsOf<{ folded: string }>(scoped, sql`select fold_text(${keyword}) as folded`)
  const folded = search?.folded ?? ''
  if (folded === '') return undefined
  const people = await membersNamed(scoped, sight, { typed: keyword, folded })
  // Skips from one program to the next: there are few of them in millions of rows.
  const programs = await rowsOf<{ name: string }>(
    scoped,
    sql`
      with recursive program as (
        (select r.program_name as name from reservation r order by r.program_name limit 1)
        union all
        select (select r.program_name from reservation r where r.program_name > p.name order by r.program_name limit 1)
        from program p where p.name is not null
      )
      select name from program where position(${folded} in fold_text(name)) > 0`,
  )
  const ofPeople = people && {
    found: sql`r.member_id = any(${people})`,
    walked: lookedUp(sql`r.member_id`, people),
  }
  if (programs.length === 0) return ofPeople ?? { found: sql`false`, walked: sql`false` }
  const names = sql.join(
    programs.map(({ name }) => sql`${name}`),
    sql`, `,
  )
  const ofPrograms = sql`r.program_name in (${names})`
  if (!ofPeople) return { found: ofPrograms, walked: ofPrograms }
  return { found: sql`(${ofPeople.found} or ${ofPrograms})`, walked: sql`(${ofPeople.walked} or ${ofPrograms})` }
}

/** `memberId` is the internal id here. */
async function listOf(scoped: Scoped, sight: Sight, filter: Filter, memberId: number | null) {
  const { shops } = sight
  const { shopId, from, to, status, held, staffId, programName, slotId, isTrial, keyword, sortKey, sortDir } = filter
  const where = all(
    shopCondition(sql`r.shop_id`, shops, shopId),
    from ? sql`r.start_at >= ${firstMoment(from)}` : undefined,
    to ? sql`r.start_at < ${firstMomentAfter(to)}` : undefined,
    status ? sql`r.status = ${status}` : undefined,
    held ? sql`r.status in ('booked', 'checkedIn', 'completed', 'noShow')` : undefined,
    staffId ? sql`r.staff_id = ${Number(staffId)}` : undefined,
    programName ? sql`r.program_name = ${programName}` : undefined,
    slotId ? sql`r.slot_id = ${Number(slotId)}` : undefined,
    isTrial ? sql`r.is_trial` : undefined,
    memberId === null ? undefined : sql`r.member_id = ${memberId}`,
  )
  const called = keyword ? await keywordCondition(scoped, sight, keyword) : undefined
  const rowsWith = (condition: SQL | undefined) => sql`reservation r where ${all(where, condition)}`
  return {
    rows: rowsWith(called?.found),
    walked: rowsWith(called?.walked),
    ...(sortKey === 'bookedAt'
      ? { key: sql`r.booked_at`, keyLater: sql`(select b.booked_at from reservation b where b.id = found.id)` }
      : { key: sql`r.start_at` }),
    id: sql`r.id`,
    direction: sortDir === 'desc' ? ('desc' as const) : ('asc' as const),
    around: rowsAround,
  }
}

/** The longest period with counts from rollups, so that its last page can still be reached in time. */
const mostKnownDays = 92

/** Whole days of shops are in the rollups, except キャンセル待ち and the future, which are counted. */
async function knownOf(
  scoped: Scoped,
  shops: ShopScope,
  filter: Filter,
  dataDate: string | null,
): Promise<{ total: number; sums: Outcomes | null } | null> {
  const { shopId, from, to, status, held, staffId, programName, slotId, isTrial, keyword, userId } = filter
  if (status || held || staffId || programName || slotId || isTrial || keyword || userId) return null
  if (!from || !to || dataDate === null) return null
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 >= mostKnownDays) return null
  const ofShops = (column: SQL) => shopCondition(column, shops, shopId)
  // Per shop, so that rollups and bookings of a few days are found in the index of each.
  const [known] = await rowsOf<Outcomes & { rest: number; isCounting: boolean }>(
    scoped,
    sql`
      select coalesce(sum(d.booked), 0) as booked, coalesce(sum(d.attended), 0) as attended,
        coalesce(sum(d.no_show), 0) as "noShow", coalesce(sum(d.late_cancelled), 0) as "lateCancelled",
        (select count(*) from reservation r
          where ${ofShops(sql`r.shop_id`)} and r.status = 'waitlisted' and r.start_at >= ${firstMoment(from)}
            and r.start_at < least(${firstMomentAfter(to)}, ${firstMomentAfter(dataDate)}))
        + (select count(*) from reservation r
          where ${ofShops(sql`r.shop_id`)} and r.start_at >= greatest(${firstMoment(from)}, ${firstMomentAfter(dataDate)})
            and r.start_at < ${firstMomentAfter(to)}) as rest,
        exists (select from rollup_later) as "isCounting"
      from shop s cross join lateral (
        select booked, attended, no_show, late_cancelled from shop_day
        where shop_id = s.id and date between ${from} and least(${to}::date, ${dataDate}::date) offset 0
      ) d
      where ${ofShops(sql`s.id`)}`,
  )
  if (!known || known.isCounting) return null
  const { rest, isCounting: _, ...sums } = known
  return { total: sums.booked + rest, sums }
}

export interface DataState {
  dataDate: string | null
  syncedAt: string | null
}

/** `days`: those that are shown, from one to the other; absent: all. */
export async function readDataState(
  scoped: Scoped,
  days: { from?: string | undefined; to?: string | undefined },
): Promise<DataState> {
  const [state] = await rowsOf<DataState>(
    scoped,
    sql`select tokyo_day(data_as_of) as "dataDate", greatest(synced_at, bookings_synced_at(${days.from ?? null}::date, ${days.to ?? null}::date)) as "syncedAt"
      from (select) one left join data_state on true`,
  )
  return state ?? { dataDate: null, syncedAt: null }
}

export async function listReservations(
  scoped: Scoped,
  sight: Sight,
  { offset, limit, ...filter }: ListInput,
  memberId: number | null,
  dataDate: string | null,
): Promise<LongPage<FoundReservation, Outcomes>> {
  const counted = (statuses: string) =>
    sql`count(*) filter (where is_over and status in (${sql.raw(statuses)}))::integer`
  const list: LongList<Outcomes> = {
    ...(await listOf(scoped, sight, filter, memberId)),
    ...(filter.keyword && { most: mostSearched }),
    sums: {
      of: sql`r.status, ${dataDate === null ? sql`false` : sql`r.start_at < ${firstMomentAfter(dataDate)}`} as is_over`,
      as: sql`count(*) filter (where is_over and status <> 'waitlisted')::integer as booked,
        ${counted(`'checkedIn', 'completed'`)} as attended, ${counted(`'noShow'`)} as "noShow",
        ${counted(`'lateCancelled'`)} as "lateCancelled"`,
    },
    known: () => knownOf(scoped, sight.shops, filter, dataDate),
  }
  return longPage<FoundReservation, Outcomes>(scoped, list, { offset, limit })
}

export const countReservations = async (scoped: Scoped, sight: Sight, filter: Filter, memberId: number | null) =>
  longCount(scoped, await listOf(scoped, sight, filter, memberId))

/** The longest period whose waiting lists are counted, in days. */
const mostWaitingDays = 7

/** Bookings on the waiting list under the other conditions; null where that would read too many. */
export async function countWaitlisted(
  scoped: Scoped,
  sight: Sight,
  { held: _, ...filter }: Filter,
  memberId: number | null,
): Promise<number | null> {
  const { from, to } = filter
  if (!from || !to || (Date.parse(to) - Date.parse(from)) / 86_400_000 >= mostWaitingDays) return null
  return countReservations(scoped, sight, { ...filter, status: 'waitlisted' }, memberId)
}

/** The next rows of the whole list after `after`. */
export async function listReservationsAfter(
  scoped: Scoped,
  sight: Sight,
  filter: Filter,
  memberId: number | null,
  after: string | null,
  limit: number,
) {
  const list = { ...(await listOf(scoped, sight, filter, memberId)), type: 'timestamptz' as const }
  return longRowsAfter<FoundReservation>(scoped, list, after, limit)
}

/** The member of this user, if in scope. */
export async function memberOfUser(
  scoped: Scoped,
  userId: string,
): Promise<(FoundMember & { memberId: number; userId: number }) | null> {
  const [found] = await rowsOf<FoundMember & { memberId: number; userId: number }>(
    scoped,
    sql`
      select m.id as "memberId", m.user_id as "userId", m.member_no as "memberNo", m.last_name as "lastName",
        m.first_name as "firstName", m.last_name_kana as "lastNameKana", m.first_name_kana as "firstNameKana"
      from member m where m.user_id = ${Number(userId)}`,
  )
  return found ?? null
}

/** Days around today whose classes and free slots provide the filter's choices. */
const choiceDays = 31

export async function listChoices(scoped: Scoped, shops: ShopScope, shopId: string | undefined, now: Date) {
  const within = (rows: SQL) => sql`
    select distinct r.program_name, r.staff_id from ${rows} r
    where r.shop_id = s.id and r.start_at between ${now.toISOString()}::timestamptz - ${choiceDays} * interval '1 day'
      and ${now.toISOString()}::timestamptz + ${choiceDays} * interval '1 day'`
  const [choices] = await rowsOf<{ programs: string[]; staff: { id: number; displayName: string }[] }>(
    scoped,
    sql`
      with offered as materialized (
        select distinct offer.program_name, offer.staff_id
        from shop s cross join lateral (
          ${within(sql`slot`)} union all ${within(sql`reservation`)} and r.slot_id is null) offer
        where ${shopCondition(sql`s.id`, shops, shopId)}
      )
      select (select coalesce(json_agg(program_name order by program_name), '[]')
          from (select distinct program_name from offered) p) as programs,
        (select coalesce(json_agg(json_build_object('id', t.id, 'displayName', t.display_name) order by t.display_name), '[]')
          from staff t where t.id in (select staff_id from offered)) as staff`,
  )
  return choices ?? { programs: [], staff: [] }
}

export interface FoundSlot extends Omit<TimetableSlot, 'id' | 'staff'> {
  id: number
  staffId: number | null
  staffName: string | null
}

/** The classes of a shop that start in these days, including those without a booking. */
export const listSlots = (scoped: Scoped, shopId: string, from: string, days: number) =>
  rowsOf<FoundSlot>(
    scoped,
    sql`
      select s.id, s.studio_room_name as "studioRoomName", s.program_name as "programName", s.staff_id as "staffId",
        t.display_name as "staffName", s.start_at as "startAt", s.end_at as "endAt", s.capacity, people.*
      from slot s
      left join staff t on t.id = s.staff_id
      cross join lateral (
        select count(*) filter (where r.status in ('booked', 'checkedIn', 'completed', 'noShow')) as booked,
          count(*) filter (where r.status = 'waitlisted') as waitlisted,
          count(*) filter (where r.status in ('checkedIn', 'completed')) as attended
        from reservation r where r.slot_id = s.id
      ) people
      where s.shop_id = ${Number(shopId)} and s.start_at >= ${firstMoment(from)}
        and s.start_at < (${from}::date + ${days}::integer)::timestamp at time zone 'Asia/Tokyo'
      order by s.start_at, s.id`,
  )

/** Free slots of a shop that start in these days. */
export const listOwnTimes = (scoped: Scoped, shopId: string, from: string, days: number) =>
  rowsOf<FoundReservation>(
    scoped,
    rowsAround(sql`
      select r.id from reservation r
      where r.shop_id = ${Number(shopId)} and r.slot_id is null and r.status <> all('{cancelled,lateCancelled}')
        and r.start_at >= ${firstMoment(from)}
        and r.start_at < (${from}::date + ${days}::integer)::timestamp at time zone 'Asia/Tokyo'
      order by r.start_at, r.id`),
  )
