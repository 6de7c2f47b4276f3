import { z } from 'zod'
import { listInput, longListOf, zDateTime, zDay, zId, zRate, zWord } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { zWhoInSight } from './people.ts'
import { bookedVias, reservationKinds, reservationStatuses, shopReservationList } from './words/shop-reservation.ts'

const zStaff = z.strictObject({ id: zId, displayName: z.string() })

export const ShopReservation = z.strictObject({
  id: zId,
  externalId: z.int().nullable(),
  shop: z.strictObject({ id: zId, name: z.string() }),
  /** Null for a guest. */
  member: zWhoInSight.nullable(),
  kind: zWord(reservationKinds),
  isTrial: z.boolean(),
  /** The member's first booking. */
  isFirst: z.boolean(),
  programName: z.string(),
  studioRoomName: z.string().nullable(),
  seatNo: z.string().nullable(),
  staff: zStaff.nullable(),
  startAt: zDateTime,
  endAt: zDateTime,
  status: zWord(reservationStatuses),
  bookedAt: zDateTime,
  bookedVia: zWord(bookedVias),
  /** Null: a free slot. */
  slotId: zId.nullable(),
  note: z.string().nullable(),
})
export type ShopReservation = z.output<typeof ShopReservation>

/** A class with its numbers of people, including one without bookings. */
export const TimetableSlot = z.strictObject({
  id: zId,
  studioRoomName: z.string().nullable(),
  programName: z.string(),
  staff: zStaff.nullable(),
  startAt: zDateTime,
  endAt: zDateTime,
  capacity: z.int(),
  /** Places taken: booked, checked in, completed and missed. */
  booked: z.int(),
  waitlisted: z.int(),
  /** Checked in and completed. */
  attended: z.int(),
})
export type TimetableSlot = z.output<typeof TimetableSlot>

const ids = { shopId: zId.optional(), staffId: zId.optional(), slotId: zId.optional() }

export const shopReservation = {
  list: get(
    '/shop/reservation/list',
    'reservation.read',
    '予約の一覧',
    {
      ...listInput(shopReservationList),
      ...ids,
      /** The user's id of a member, as in `member.id`. */
      userId: zId.optional(),
    },
    longListOf(ShopReservation).extend({
      /**
       * Rates of the listed bookings, up to the data date (docs/domain.md, "Figures"); also null where they cost too
       * much.
       */
      noShowRate: zRate,
      lateCancelRate: zRate,
      /** Bookings on the waiting list under the other conditions; null for more than a week. */
      waitlisted: z.int().nullable(),
      /** The member of the filter; null without `userId`. */
      member: zWhoInSight.nullable(),
      syncedAt: zDateTime.nullable(),
    }),
    { csv: { permission: 'member.export' } },
  ),
  choices: get(
    '/shop/reservation/choices',
    'reservation.read',
    '予約を絞り込むプログラムと担当者',
    { shopId: zId.optional() },
    z.strictObject({ programs: z.array(z.string()), staff: z.array(zStaff) }),
  ),
  timetable: get(
    '/shop/reservation/timetable',
    'reservation.read',
    '店舗の予約枠と予約',
    {
      shopId: zId,
      from: zDay,
      /** 1 for a day, 7 for a week. */
      days: z.int().min(1).max(7).default(1),
    },
    z.strictObject({
      slots: z.array(TimetableSlot),
      /** Free slots that are not cancelled. */
      bookings: z.array(ShopReservation),
      syncedAt: zDateTime.nullable(),
    }),
  ),
} satisfies Endpoints
