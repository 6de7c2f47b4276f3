import type { announcementSortKeys } from '#contract/announcement.ts'
import { serverQuery } from '~/data/query'
import { getAnnouncement, listAnnouncements } from '~/functions/announcement'
import { listRequest, listSearch, oneOf, type SearchOf } from '~/lib/list-search'
import { type ShopChoice, shopFilter, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

type SortKey = (typeof announcementSortKeys)[number]

const sortKeys: readonly SortKey[] = ['updatedAt', 'publishFrom', 'title']
export const defaultSort = '-updatedAt'

/** What the URL of the list may say; `shop` is the header's. */
export const announcementSearch = listSearch({
  sortKeys,
  defaultSort,
  filters: {
    shop: shopFilter,
    status: oneOf('pending', 'active', 'disabled'),
    category: oneOf('info', 'campaign', 'maintenance', 'important'),
  },
})
export type AnnouncementSearch = SearchOf<typeof announcementSearch>

/** The list's input for a URL: the same on the server, which has it asked early, and on the screen. */
export function requestedAnnouncements({ shop, ...search }: AnnouncementSearch, shops?: readonly ShopChoice[]) {
  return {
    ...shopRequest(shop, shops),
    ...listRequest<typeof search, SortKey>({ ...search, sort: search.sort ?? defaultSort }),
  }
}

/** One page of what the members of one shop, or of every shop in scope, are told. */
export const announcementListQuery = shopQuery('announcement.list', listAnnouncements)

/** One announcement as it is now: a form does not open on what was true half a minute ago. */
export const announcementQuery = (id: string) => ({
  ...serverQuery('announcement.get', getAnnouncement)({ id }),
  staleTime: 0,
})

/** The announcement that a new one is a copy of. */
export interface CopySearch {
  from?: string
}
export const copySearch = ({ from }: Record<string, unknown>): CopySearch => ({
  from: /^[1-9]\d{0,9}$/.test(String(from)) ? String(from) : undefined,
})
