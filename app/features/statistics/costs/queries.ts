import { getCosts, getProfit } from '~/functions/shop-cost'
import { shownMonth } from '~/lib/period-in-url'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { lastMonthOver, type ReportSearch, reportSearch } from '../period'

export const profitQuery = shopQuery('shopCost.profit', getProfit)
export const costsQuery = shopQuery('shopCost.year', getCosts)

export type CostsSearch = ReportSearch
export const costsSearch = reportSearch

/** The month to show, at most the last one that is over: of a running one 損益 is not known. */
export const shownCosts = (search: CostsSearch) => [shownMonth(search), lastMonthOver()].sort()[0] as string

/** The input of shopCost.profit for a URL: the month is the last of twelve. */
export const requestedProfit = (search: CostsSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  month: shownCosts(search),
})
