import type { Member } from '#contract/member.ts'
import { memberList } from '#contract/words/member-list.ts'
import { everyPage, type ReadFunction, serverQuery } from '~/data/query'
import { getMember, listMembers } from '~/functions/member'
import { listShopPlans } from '~/functions/shop-plan'
import { listStaff } from '~/functions/staff'
import { listSearch, oneOf, type SearchOf } from '~/lib/list-search'
import { type ShopChoice, shopFilter } from '~/shop/selected-shop'
import { shopListRequest } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the members list may say; `shop` is the header's, `left` shows those who have left, too. */
export const memberSearch = listSearch({
  ...memberList,
  filters: { shop: shopFilter, ...memberList.filters, left: oneOf('all') },
})
export type MemberSearch = SearchOf<typeof memberSearch>

/** Whether those who have left are left out: unless somebody is looked for, or a condition may be about them. */
export const leavesOut = ({
  left,
  keyword,
  contractStatus,
  unpaid,
  notLeft,
  visitTrend,
  risk,
  actionId,
}: MemberSearch) =>
  [left, keyword, contractStatus, unpaid, notLeft, visitTrend, risk, actionId].every((one) => one === undefined)

/** The members that a URL names, as conditions of the API's list. */
export function conditionsOf(search: MemberSearch) {
  const { left: _, ...conditions } = search
  return leavesOut(search) ? { ...conditions, notLeft: 'true' as const } : conditions
}

/** The list's input for a URL. */
export const requestedMembers = (search: MemberSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(memberList, conditionsOf(search), shops)

/** One page of the members of one shop, or of every shop in scope. */
export const memberListQuery = shopQuery('member.list', listMembers)

/** One member, for the sheet. */
export const memberQuery = (id: string) =>
  serverQuery('member.get', getMember as ReadFunction<'member.get', Member>)({ id, type: 'member' })

/** Possible trainers. */
export const trainerQuery = (shopId: string | undefined) =>
  serverQuery(
    'staff.list',
    everyPage(listStaff),
  )({ limit: 500, status: 'active', ...(shopId !== undefined && { shopId }) })

/** The specification's limit of a list of all plans; a chain has more, so the choice reads further pages. */
const mostPlans = 200

/** The plans to filter by. */
export const planQuery = (shopId: string | undefined) =>
  shopQuery('shopPlan.list', everyPage(listShopPlans))({ limit: mostPlans, ...(shopId !== undefined && { shopId }) })
