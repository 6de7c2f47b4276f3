import type { memberSortKeys } from '#contract/member.ts'
import { serverQuery } from '~/data/query'
import { getMember, listMembers } from '~/functions/member'
import { listShopPlans } from '~/functions/shop-plan'
import { day, listRequest, listSearch, oneOf, type SearchOf, textUpTo } from '~/lib/list-search'
import { type ShopChoice, shopFilter, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

type SortKey = (typeof memberSortKeys)[number]

const sortKeys: readonly SortKey[] = ['kana', 'memberNo', 'joinedOn', 'lastVisitOn', 'visits30d', 'unpaidAmount']
export const defaultSort: SortKey = 'kana'

/** What the URL of the members list may say; `shop` is the header's. */
export const memberSearch = listSearch({
  sortKeys,
  defaultSort,
  filters: {
    shop: shopFilter,
    status: oneOf('active', 'waiting'),
    contractStatus: oneOf('active', 'waiting', 'suspended', 'cancel'),
    planCode: textUpTo(40),
    joinedFrom: day,
    joinedTo: day,
    lastVisitFrom: day,
    lastVisitTo: day,
    unpaid: oneOf('true'),
  },
})
export type MemberSearch = SearchOf<typeof memberSearch>

/** The list's input for a URL: the same on the server, which has it asked early, and on the screen. */
export function requestedMembers({ shop, ...search }: MemberSearch, shops?: readonly ShopChoice[]) {
  return { ...shopRequest(shop, shops), ...listRequest<typeof search, SortKey>(search) }
}

/** One page of the members of one shop, or of every shop in scope. */
export const memberListQuery = shopQuery('member.list', listMembers)

/** One member, for the sheet. */
export const memberQuery = (id: string) => serverQuery('member.get', getMember)({ id })

/** The specification's limit of a plan picker. */
const mostPlans = 200

/** The plans to filter by. */
export const planQuery = (shopId: string | undefined) =>
  shopQuery('shopPlan.list', listShopPlans)({ limit: mostPlans, ...(shopId !== undefined && { shopId }) })
