import { staffList } from '#contract/words/staff-record.ts'
import { recordQuery } from '~/data/query'
import { listStaff } from '~/functions/staff'
import { getStaff } from '~/functions/staff-record'
import { listSearch, oneOf, type SearchOf } from '~/lib/list-search'
import { type ShopChoice, shopFilter } from '~/shop/selected-shop'
import { shopListRequest } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the staff list may say; `shop` is the header's, `left` shows those who have left, too. */
export const staffSearch = listSearch({
  ...staffList,
  filters: { shop: shopFilter, ...staffList.filters, left: oneOf('all') },
})
export type StaffSearch = SearchOf<typeof staffSearch>

/** Whether those who have left are left out: unless somebody is looked for, or a condition may be about them. */
export const leavesOut = ({ left, keyword, status, notLeft }: StaffSearch) =>
  [left, keyword, status, notLeft].every((one) => one === undefined)

/** The list's input for a URL. */
export function requestedStaff(search: StaffSearch, shops?: readonly ShopChoice[]) {
  const { left: _, ...conditions } = search
  return shopListRequest(staffList, leavesOut(search) ? { ...conditions, notLeft: 'true' as const } : conditions, shops)
}

/** One page of the staff of one shop, or of everybody in scope. */
export const staffListQuery = shopQuery('staff.list', listStaff)

/** One member of staff, for their page and its forms. */
export const staffQuery = recordQuery('staff.get', getStaff)
