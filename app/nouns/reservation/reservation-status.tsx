import { type ReservationStatus, reservationStatuses } from '#contract/words/shop-reservation.ts'
import { Chip } from '~/components/ui/chip'

const tones = {
  booked: 'neutral',
  waitlisted: 'warning',
  checkedIn: 'positive',
  completed: 'done',
  cancelled: 'neutral',
  lateCancelled: 'warning',
  noShow: 'warning',
} as const satisfies Record<ReservationStatus, string>

/** Status of a booking. */
export const ReservationStatusChip = ({ status }: { status: ReservationStatus }) => (
  <Chip tone={tones[status]}>{reservationStatuses[status]}</Chip>
)
