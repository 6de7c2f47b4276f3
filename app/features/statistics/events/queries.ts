import { clubEventList } from '#contract/words/club-event.ts'
import { recordQuery } from '~/data/query'
import { getClubEvent, listClubEvents, listShownEvents } from '~/functions/club-event'
import { isDay } from '~/lib/dates'
import type { SearchOf } from '~/lib/list-search'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopListRequest, shopListSearch } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the list may say; `shop` is the header's. */
export const eventSearch = shopListSearch(clubEventList)
export type EventSearch = SearchOf<typeof eventSearch>

/** The list's input for a URL. */
export const requestedEvents = (search: EventSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(clubEventList, search, shops)

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
