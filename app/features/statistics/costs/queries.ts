import { getCosts, getProfit } from '~/functions/shop-cost'
import { addMonths, currentMonth, isMonth } from '~/lib/dates'
import { type ShopChoice, shopInUrl, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

export const profitQuery = shopQuery('shopCost.profit', getProfit)
export const costsQuery = shopQuery('shopCost.year', getCosts)

export interface CostsSearch {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
  /** The last of twelve months, YYYY-MM; absent: the last month that is over. */
  month?: string
}

/** Search of the URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function costsSearch({ shop, month }: Record<string, unknown>): CostsSearch {
  return {
    shop: shopInUrl(shop),
    month: typeof month === 'string' && isMonth(month) ? month : undefined,
  }
}

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
