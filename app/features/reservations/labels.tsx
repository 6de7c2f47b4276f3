import type { ShopReservation } from '#contract/shop-reservation.ts'
import { formatDateTime } from '~/lib/dates'

type Who = NonNullable<ShopReservation['member']>

/** 姓 and 名 with a full-width space. */
export const nameOf = ({ lastName, firstName }: Pick<Who, 'lastName' | 'firstName'>) => `${lastName}\u3000${firstName}`
export const kanaOf = ({ lastNameKana, firstNameKana }: Who) =>
  [lastNameKana, firstNameKana].filter(Boolean).join('\u3000')
/** Name of the person who booked, or a label for guests. */
export const whoText = (member: Who | null) => (member ? nameOf(member) : 'ビジター')

/** The member's page; null for a guest and for a member of other shops. */
export const recordPath = (member: Who | null) => (member?.id ? `/hacomono/members/${member.id}` : null)

/** `14:05`. */
export const timeOf = (instant: string) => formatDateTime(instant).slice(-5)
/** `14:05–15:00`. */
export const timesOf = ({ startAt, endAt }: { startAt: string; endAt: string }) => `${timeOf(startAt)}–${timeOf(endAt)}`

/** 体験 and 初回: participants who need special attention. */
export const marksOf = ({ isTrial, isFirst }: Pick<ShopReservation, 'isTrial' | 'isFirst'>) =>
  [isTrial && '体験', isFirst && '初回'].filter(Boolean).join('・')
