import { missingMemberList } from '#contract/words/missing-member.ts'
import { listMissingMembers } from '~/functions/missing-member'
import type { SearchOf } from '~/lib/list-search'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopListRequest, shopListSearch } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the list may say; `shop` is the header's. */
export const missingSearch = shopListSearch(missingMemberList)
export type MissingSearch = SearchOf<typeof missingSearch>

export const requestedMissing = (search: MissingSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(missingMemberList, search, shops)

/** One page of the list. */
export const missingListQuery = shopQuery('missingMember.list', listMissingMembers)

/** Milliseconds until the list is read again while a decision is being carried out. */
export const readEvery = 3_000
