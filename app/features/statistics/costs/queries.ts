import { getCosts, getProfit } from '~/functions/shop-cost'
import { shownMonth } from '~/lib/period-in-url'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type ReportSearch, reportSearch } from '../period'

export const profitQuery = shopQuery('shopCost.profit', getProfit)
export const costsQuery = shopQuery('shopCost.year', getCosts)

export type CostsSearch = ReportSearch
export const costsSearch = reportSearch

/** The input of shopCost.profit for a URL: the month is the last of twelve. */
export const requestedProfit = (search: CostsSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  month: shownMonth(search),
})
