import { getFirstDays, getFirstDaysMembers } from '~/functions/report'
import { monthParts } from '~/lib/dates'
import { wholeWithin } from '~/lib/numbers'
import { shownMonth } from '~/lib/period-in-url'
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

/** The input of report.firstDays for a URL. */
export const requestedFirstDays = (search: FirstDaysSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  ...monthParts(shownMonth(search)),
})

/** Rows of a page of newcomers. */
export const pageSize = 50

/** The input of report.firstDaysMembers for a URL. */
export const requestedNewcomers = (search: FirstDaysSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  offset: ((search.page ?? 1) - 1) * pageSize,
  limit: pageSize,
})
