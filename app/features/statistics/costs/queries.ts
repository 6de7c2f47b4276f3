import { getCosts, getProfit } from '~/functions/shop-cost'
import { addMonths, currentMonth } from '~/lib/dates'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type MonthSearch, monthSearch } from '../period'

export const profitQuery = shopQuery('shopCost.profit', getProfit)
export const costsQuery = shopQuery('shopCost.year', getCosts)

/** Of the month: the last of twelve; absent: the last one that is over. */
export type CostsSearch = MonthSearch
export const costsSearch = monthSearch

/** The last of the twelve months, at most the current one in Tokyo. */
export function costsMonth({ month }: CostsSearch): string {
  const current = currentMonth()
  return month !== undefined && month <= current ? month : addMonths(current, -1)
}

/** The input of shopCost.profit for a URL. */
export const requestedProfit = (search: CostsSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  month: costsMonth(search),
})
