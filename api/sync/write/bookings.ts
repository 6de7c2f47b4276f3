import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/expressions.ts'
import { followTouched } from '../../import/facts/follow.ts'
import { sameMoment } from '../../import/facts/same-fact.ts'
import { removeBookings } from './moved-away.ts'
import {
  failed,
  guestsOf,
  memberIsMissing,
  membersOf,
  numberOf,
  type Outcomes,
  shopOf,
  skipped,
  unsaid,
  type Writer,
  type Writing,
} from './outcomes.ts'
import { touchedOf } from './touched.ts'
import { type Target, upsert, type Wanted } from './upsert.ts'

const target: Target = {
  table: 'reservation',
  columns: {
    ...{ shop_id: 'integer', member_id: 'integer', slot_id: 'integer', kind: 'text', is_trial: 'boolean' },
    ...{ program_name: 'text', studio_room_name: 'text', seat_no: 'text', staff_id: 'integer' },
    ...{ start_at: 'timestamptz', end_at: 'timestamptz', status: 'text', booked_at: 'timestamptz' },
    ...{ cancelled_at: 'timestamptz', checked_in_at: 'timestamptz' },
  },
  initial: { booked_via: 'text' },
  natural: ['member_id', 'start_at', 'program_name'],
  cut: { start_at: 'minute' },
}

/** Bookings, and the visit of each that was checked in: booked, paid and attended are three things. */
export const writeBookings: Writer<'bookings'> = async (writing, rows) => {
  const { tx, words } = writing
  const outcomes: Outcomes = new Map()
  const wanted: Wanted[] = []
  const members = await membersOf(
    tx,
    rows.map(({ row }) => row.memberId ?? null),
  )
  const strangers = rows.flatMap(({ row }) => (row.memberId && !members.has(row.memberId) ? row.memberId : []))
  const guests = await guestsOf(writing, strangers)
  const roomIds = rows.flatMap(({ row }) => (row.lessonId === null && row.roomId ? row.roomId : []))
  const rooms = roomIds.length > 0 ? await writing.kept('rooms', roomIds) : new Map<string, never>()
  const slots = new Map(
    (
      await rowsOf<{ id: number; externalId: number; room: string | null }>(
        tx,
        sql`select id, external_id as "externalId", studio_room_name as room from slot
          where external_id = any (${sql.param(rows.flatMap(({ row }) => (row.lessonId == null ? [] : (numberOf(row.lessonId) ?? []))))}::integer[])`,
      )
    ).map((slot) => [String(slot.externalId), slot]),
  )
  for (const { id, row } of rows) {
    const externalId = numberOf(id)
    const member = row.memberId == null || guests.has(row.memberId) ? null : members.get(row.memberId)
    const shop = row.studioId === undefined ? member?.shopId : shopOf(writing, row.studioId)
    const slot = row.lessonId == null ? null : slots.get(row.lessonId)
    const status = words.meaning('bookingStatus', row.status)
    if (externalId === null) outcomes.set(id, failed('予約の番号が数字ではないため、反映していません。'))
    else if (shop !== undefined && typeof shop !== 'number') outcomes.set(id, shop)
    else if (member === undefined || shop === undefined) outcomes.set(id, skipped(memberIsMissing))
    else if (status === null)
      outcomes.set(id, failed('予約の状態の言葉が分からないため、反映していません。対応付けてください。'))
    else {
      const said = {
        ...{ shop_id: row.studioId === undefined ? undefined : shop, is_trial: row.isTrial },
        ...{ program_name: row.programName, end_at: row.endAt, booked_at: row.bookedAt },
        ...(row.lessonId === undefined ? { kind: undefined } : ofLesson(row.lessonId, slot)),
        ...(row.lessonId === null && row.roomId && { studio_room_name: rooms.get(row.roomId)?.name ?? null }),
      }
      const otherwise = {
        ...{ shop_id: shop, is_trial: false, program_name: '予約', end_at: row.startAt, booked_at: row.startAt },
        kind: 'free',
      }
      const { instructorId } = row
      wanted.push({
        ...{ id, externalId, isCoarse: row.isCoarse },
        values: {
          ...{ member_id: row.memberId === undefined ? undefined : (member?.id ?? null), seat_no: row.seatNo, ...said },
          staff_id: instructorId == null ? instructorId : (writing.instructors.get(instructorId) ?? null),
          ...{ start_at: row.startAt, status, cancelled_at: row.cancelledAt, checked_in_at: row.checkedInAt },
        },
        initial: { booked_via: 'web', ...unsaid(said, otherwise) },
      })
    }
  }
  await removeBookings(writing, rows, writeVisits)
  const result = await upsert(tx, target, wanted)
  await followTouched(tx, 'booking', touchedOf(result, ['start_at']))
  await writeVisits(
    writing,
    result.written.map(({ id }) => id),
  )
  return new Map([...outcomes, ...result.outcomes])
}

const ofLesson = (lessonId: string | null, slot: { id: number; room: string | null } | null | undefined) => ({
  ...{ kind: lessonId === null ? 'free' : 'fixed', slot_id: slot?.id ?? null, studio_room_name: slot?.room ?? null },
})

/** The visits of these bookings, as they were checked in. */
async function writeVisits({ tx }: Writing, bookings: readonly number[]) {
  if (bookings.length === 0) return
  const wanted = sql`
    select r.id as reservation_id, r.member_id, r.shop_id, r.checked_in_at as entered_at,
      member_of(r.member_id, business_day(r.checked_in_at, s.day_start_hour)) as home_shop_id
    from reservation r join shop s on s.id = r.shop_id
    where r.id = any (${sql.param(bookings)}::integer[]) and r.checked_in_at is not null`
  // A file's visit at that moment, cut or not, is the visit of the booking: one to one.
  await tx.execute(sql`
    with pair as (
      select v.id, w.*, row_number() over (partition by v.id order by w.reservation_id) as of_visit,
        row_number() over (partition by w.reservation_id order by v.entered_at <> w.entered_at, v.id) as of_booking
      from (${wanted}) w join visit v on v.from_file and v.member_id = w.member_id and v.shop_id = w.shop_id
        and ${sameMoment('minute', sql`v.entered_at`, sql`w.entered_at`)}
      where not exists (select from visit o where o.reservation_id = w.reservation_id)
    )
    update visit v set reservation_id = pair.reservation_id, entered_at = pair.entered_at, source = 'checkin', from_file = false
    from pair where v.id = pair.id and pair.of_visit = 1 and pair.of_booking = 1`)
  const ofThem = sql`v.reservation_id = any (${sql.param(bookings)}::integer[]) and v.source = 'checkin' and not v.from_file`
  const touched = sql`v.id, v.member_id, v.shop_id, v.home_shop_id, v.entered_at`
  type Visit = { member_id: number | null; shop_id: number; home_shop_id: number | null; entered_at: string }
  const { rows: gone } = await tx.execute<Visit>(sql`
    delete from visit v where ${ofThem} and not exists (
      select from (${wanted}) w where w.reservation_id = v.reservation_id
        and (w.member_id, w.shop_id, w.entered_at) is not distinct from (v.member_id, v.shop_id, v.entered_at))
    returning ${touched}`)
  const { rows: come } = await tx.execute<Visit>(sql`
    insert into visit as v (member_id, shop_id, home_shop_id, entered_at, source, reservation_id)
    select w.member_id, w.shop_id, w.home_shop_id, w.entered_at, 'checkin', w.reservation_id from (${wanted}) w
    where not exists (select from visit v where v.reservation_id = w.reservation_id)
    order by w.reservation_id returning ${touched}`)
  // A visit counts in the month of the member's own shop, too.
  const changed = [...gone, ...come].flatMap((visit) => [
    { id: 0, before: null, wanted: { id: '', externalId: 0, values: { ...visit } } },
    { id: 0, before: null, wanted: { id: '', externalId: 0, values: { ...visit, shop_id: visit.home_shop_id } } },
  ])
  const { members, shops, since } = touchedOf({ written: changed }, ['entered_at'])
  // The business day may be the one before.
  await followTouched(tx, 'visit', { members, shops, since: since && dayBefore(since) })
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
