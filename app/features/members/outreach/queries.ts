import { toTalkList, unpaidList } from '#contract/words/outreach.ts'
import { serverQuery } from '~/data/query'
import { listMembersToTalk, listMembersUnpaid, listOutreach } from '~/functions/outreach'
import type { SearchOf } from '~/lib/list-search'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopListRequest, shopListSearch } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of 今週話す会員 may say; `shop` is the header's. */
export const toTalkSearch = shopListSearch(toTalkList)
export type ToTalkSearch = SearchOf<typeof toTalkSearch>
export const requestedToTalk = (search: ToTalkSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(toTalkList, search, shops)
export const toTalkQuery = shopQuery('outreach.toTalk', listMembersToTalk)

/** What the URL of 未収金のある会員 may say. */
export const unpaidSearch = shopListSearch(unpaidList)
export type UnpaidSearch = SearchOf<typeof unpaidSearch>
export const requestedUnpaid = (search: UnpaidSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(unpaidList, search, shops)
export const unpaidQuery = shopQuery('outreach.unpaid', listMembersUnpaid)

/** The latest 連絡 of one member. */
export const shownOutreach = 5
export const outreachQuery = (id: string) => serverQuery('outreach.list', listOutreach)({ id, limit: shownOutreach })
