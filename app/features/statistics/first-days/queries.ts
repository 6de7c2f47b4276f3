import { getFirstDays, getFirstDaysMembers } from '~/functions/report'
import { wholeWithin } from '~/lib/numbers'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type ReportSearch, reportSearch } from '../period'

export const firstDaysQuery = shopQuery('report.firstDays', getFirstDays)
export const newcomersQuery = shopQuery('report.firstDaysMembers', getFirstDaysMembers)

export interface FirstDaysSearch extends ReportSearch {
  /** Page of the newcomers; absent: the first. */
  page?: number
}

/** Search of the URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export const firstDaysSearch = (search: Record<string, unknown>): FirstDaysSearch => ({
  ...reportSearch(search),
  page: wholeWithin(search.page, 2, 9_999),
})

/** Rows of a page of newcomers. */
export const pageSize = 50

/** The input of report.firstDaysMembers for a URL. */
export const requestedNewcomers = (search: FirstDaysSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  offset: ((search.page ?? 1) - 1) * pageSize,
  limit: pageSize,
})
