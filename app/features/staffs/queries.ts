import { staffList } from '#contract/words/staff-record.ts'
import { recordQuery } from '~/data/query'
import { listStaff } from '~/functions/staff'
import { getStaff } from '~/functions/staff-record'
import type { SearchOf } from '~/lib/list-search'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopListRequest, shopListSearch } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the staff list may say; `shop` is the header's. */
export const staffSearch = shopListSearch(staffList)
export type StaffSearch = SearchOf<typeof staffSearch>

/** The list's input for a URL. */
export const requestedStaff = (search: StaffSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(staffList, search, shops)

/** One page of the staff of one shop, or of everybody in scope. */
export const staffListQuery = shopQuery('staff.list', listStaff)

/** One member of staff, for their page and its forms. */
export const staffQuery = recordQuery('staff.get', getStaff)
