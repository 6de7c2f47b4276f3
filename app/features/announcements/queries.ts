import { announcementList } from '#contract/words/announcement.ts'
import { recordQuery } from '~/data/query'
import { getAnnouncement, listAnnouncements } from '~/functions/announcement'
import type { SearchOf } from '~/lib/list-search'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopListRequest, shopListSearch } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the list may say; `shop` is the header's. */
export const announcementSearch = shopListSearch(announcementList)
export type AnnouncementSearch = SearchOf<typeof announcementSearch>

/** The list's input for a URL. */
export const requestedAnnouncements = (search: AnnouncementSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(announcementList, search, shops)

/** One page of the announcements of one shop, or of every shop in scope. */
export const announcementListQuery = shopQuery('announcement.list', listAnnouncements)

/** One announcement, for its form. */
export const announcementQuery = recordQuery('announcement.get', getAnnouncement)
