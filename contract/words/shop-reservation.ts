import type { ListWords } from './list.ts'
import { bookingStatuses } from './report.ts'
import type { ValueOf } from './words.ts'

/** How a booking stands, in the order of a desk. */
export const reservationStatuses = {
  booked: bookingStatuses.booked,
  waitlisted: 'キャンセル待ち',
  checkedIn: bookingStatuses.checkedIn,
  completed: bookingStatuses.completed,
  cancelled: bookingStatuses.cancelled,
  lateCancelled: bookingStatuses.lateCancelled,
  noShow: bookingStatuses.noShow,
} as const
export type ReservationStatus = ValueOf<typeof reservationStatuses>

/** A seat in a class, or a time of one's own. */
export const reservationKinds = { fixed: '固定枠', free: '自由枠' } as const

export const bookedVias = { app: 'アプリ', web: 'Web', admin: 'スタッフ' } as const

export const shopReservationList = {
  sortKeys: ['startAt', 'bookedAt'],
  defaultSort: 'startAt',
  filters: {
    /** Begins on this day in Tokyo or later. */
    from: 'day',
    to: 'day',
    status: reservationStatuses,
    programName: { maxLength: 100 },
    /** Only trials. */
    isTrial: 'true',
  },
} as const satisfies ListWords
