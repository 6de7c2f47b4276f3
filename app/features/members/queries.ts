import type { Member } from '#contract/member.ts'
import { memberList } from '#contract/words/member.ts'
import { type ReadFunction, serverQuery } from '~/data/query'
import { getMember, listMembers } from '~/functions/member'
import { listShopPlans } from '~/functions/shop-plan'
import { listStaff } from '~/functions/staff'
import type { SearchOf } from '~/lib/list-search'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopListRequest, shopListSearch } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the members list may say; `shop` is the header's. */
export const memberSearch = shopListSearch(memberList)
export type MemberSearch = SearchOf<typeof memberSearch>

/** The list's input for a URL. */
export const requestedMembers = (search: MemberSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(memberList, search, shops)

/** One page of the members of one shop, or of every shop in scope. */
export const memberListQuery = shopQuery('member.list', listMembers)

/** One member, for the sheet. */
export const memberQuery = (id: string) =>
  serverQuery('member.get', getMember as ReadFunction<'member.get', Member>)({ id, type: 'member' })

/** Possible trainers. */
export const trainerQuery = (shopId: string | undefined) =>
  serverQuery('staff.list', listStaff)({ limit: 500, status: 'active', ...(shopId !== undefined && { shopId }) })

/** The specification's limit of a plan picker. */
const mostPlans = 200

/** The plans to filter by. */
export const planQuery = (shopId: string | undefined) =>
  shopQuery('shopPlan.list', listShopPlans)({ limit: mostPlans, ...(shopId !== undefined && { shopId }) })
