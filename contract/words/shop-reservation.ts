import type { ListWords } from './list.ts'
import { bookingStatuses } from './report.ts'
import type { ValueOf } from './words.ts'

/** The status of a booking, in the order of the front desk. */
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

/** A seat in a class, or a free slot. */
export const reservationKinds = { fixed: '固定枠', free: '自由枠' } as const

export const bookedVias = { app: 'アプリ', web: 'Web', admin: 'スタッフ' } as const

export const shopReservationList = {
  sortKeys: ['startAt', 'bookedAt'],
  defaultSort: 'startAt',
  filters: {
    /** Starts on this day in Tokyo or later. */
    from: 'day',
    to: 'day',
    status: reservationStatuses,
    /** Without those cancelled or waiting: who has, or had, a place. */
    held: 'true',
    programName: { maxLength: 100 },
    /** Only trials. */
    isTrial: 'true',
  },
} as const satisfies ListWords
