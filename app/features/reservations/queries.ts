import { shopReservationList } from '#contract/words/shop-reservation.ts'
import { listReservationChoices, listReservations, readTimetable } from '~/functions/shop-reservation'
import { mondayOf, todayInTokyo } from '~/lib/dates'
import { anId, listSearch, oneOf, type SearchOf } from '~/lib/list-search'
import { readsMemberId } from '~/lib/user-id'
import { type ShopChoice, shopFilter, shopRequest } from '~/shop/selected-shop'
import { shopListRequest } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the list may say; `shop` is the header's, `userId` the user's id of a member. */
export const reservationSearch = readsMemberId(
  listSearch({
    ...shopReservationList,
    filters: { shop: shopFilter, ...shopReservationList.filters, staffId: anId, userId: anId, slotId: anId },
  }),
)
export type ReservationSearch = SearchOf<typeof reservationSearch>

/** The days listed: from the URL; today by default, unless it names a member or a class. */
export function shownDays({ from, to, userId, slotId }: ReservationSearch): { from?: string; to?: string } {
  if (from !== undefined || to !== undefined) return { ...(from && { from }), ...(to && { to }) }
  if (userId !== undefined || slotId !== undefined) return {}
  const today = todayInTokyo()
  return { from: today, to: today }
}

/** The list's input for a URL. */
export const requestedReservations = (search: ReservationSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(shopReservationList, { ...search, ...shownDays(search) }, shops)

export const reservationListQuery = shopQuery('shopReservation.list', listReservations)

/** Programs and staff to filter by. */
export const choicesQuery = (shopId: string | undefined) =>
  shopQuery('shopReservation.choices', listReservationChoices)(shopId === undefined ? {} : { shopId })

const timetableText = listSearch({
  sortKeys: [],
  defaultSort: '',
  filters: {
    shop: shopFilter,
    day: 'day',
    span: oneOf('week'),
    by: oneOf('staff'),
    open: (text) => (/^[sb][1-9]\d{0,9}$/.test(text) ? text : undefined),
  },
})

/** Search of the timetable's URL: day or week, by room or staff, and the open slot. */
export interface TimetableSearch {
  shop?: string
  /** Absent: today. */
  day?: string
  /** Absent: the day alone. */
  span?: 'week'
  /** Absent: by room. */
  by?: 'staff'
  /** `s12`: the class of that id; `b12`: the booking. */
  open?: string
}

export function timetableSearch(raw: Record<string, unknown>): TimetableSearch {
  const { shop, day, span, by, open } = timetableText(raw)
  return { shop, day, span, by, open } as TimetableSearch
}

/** First day shown, and number of days. */
export function shownSpan({ day = todayInTokyo(), span }: TimetableSearch) {
  return span === 'week' ? { from: mondayOf(day), days: 7 } : { from: day, days: 1 }
}

export const timetableQuery = shopQuery('shopReservation.timetable', readTimetable)

/** First request of the screen; none without a shop. */
export function firstTimetable(search: TimetableSearch) {
  const { shopId } = shopRequest(search.shop)
  return shopId === undefined ? [] : [timetableQuery({ shopId, ...shownSpan(search) })]
}

/** The API's maximum page size, larger than any class. */
const mostRows = 500

/** Participants, waiting list and cancellations of a class. */
export const slotPeopleQuery = (shopId: string, slotId: string) =>
  reservationListQuery({ shopId, slotId, limit: mostRows, sortKey: 'bookedAt', sortDir: 'asc' })

/** All participants of a day, for print. */
export const dayPeopleQuery = (shopId: string, day: string) =>
  reservationListQuery({ shopId, from: day, to: day, limit: mostRows, sortKey: 'startAt', sortDir: 'asc' })
