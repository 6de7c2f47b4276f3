import { clubEventList } from '#contract/words/club-event.ts'
import { recordQuery } from '~/data/query'
import { getClubEvent, listClubEvents, listShownEvents } from '~/functions/club-event'
import { isDay } from '~/lib/dates'
import type { SearchOf } from '~/lib/list-search'
import { type PeriodInUrl, periodInUrl } from '~/lib/period-in-url'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopListRequest, shopListSearch } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the list may say; `shop` is the header's. */
const listed = shopListSearch(clubEventList)
export type EventSearch = SearchOf<typeof listed> & PeriodInUrl
/** With the period of the other reports, which the tabs pass on. */
export const eventSearch = (raw: Record<string, unknown>): EventSearch => ({ ...listed(raw), ...periodInUrl(raw) })

/** The list's input for a URL. */
export const requestedEvents = (
  { month: _, months: __, year: ___, fiscalStartMonth: ____, ...search }: EventSearch,
  shops?: readonly ShopChoice[],
) => shopListRequest(clubEventList, search, shops)

/** One page of the events of one shop, or of every shop in scope. */
export const eventListQuery = shopQuery('clubEvent.list', listClubEvents)

/** One event, for its form. */
export const eventQuery = recordQuery('clubEvent.get', getClubEvent)

export interface NewEventSearch {
  /** The first day, YYYY-MM-DD, from the chart that led here. */
  on?: string
}

export const newEventSearch = ({ on }: Record<string, unknown>): NewEventSearch => ({
  on: typeof on === 'string' && isDay(on) ? on : undefined,
})

/** What stands on an axis. */
export const shownEventsQuery = shopQuery('clubEvent.shown', listShownEvents)
