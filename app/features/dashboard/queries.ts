import { serverQuery } from '~/data/query'
import { getMonthlyStats, getMonthlyStatsByShop } from '~/functions/report'
import { currentMonth, monthParts } from '~/lib/dates'
import { type PeriodInUrl, periodInUrl, shownMonth } from '~/lib/period-in-url'
import { type ShopChoice, shopInUrl, shopMeta, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

export interface DashboardSearch extends PeriodInUrl {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
  /** The figure whose change is explained, as the sheet reads it. */
  why?: string
}

/** Search of the dashboard's URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function dashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const { shop, why } = raw
  return {
    shop: shopInUrl(shop),
    ...periodInUrl(raw),
    why: typeof why === 'string' ? why : undefined,
  }
}

/** Whether the month in the URL is the one that runs. */
export const isPresent = (search: DashboardSearch) => shownMonth(search) === currentMonth()

/** The input of monthly-stats for a URL: the same for the early fetch from the document and on the screen. */
export function requestedMonth(search: DashboardSearch, shops?: readonly ShopChoice[]) {
  return { ...shopRequest(search.shop, shops), ...monthParts(shownMonth(search)) }
}

/** One month of one shop, or of every shop in scope. */
export const monthlyStatsQuery = shopQuery('report.monthlyStats', getMonthlyStats)

/** One month of every shop in scope, side by side. */
export const monthlyStatsByShopQuery = (month: { year: number; month: number }) => ({
  ...serverQuery('report.monthlyStatsByShop', getMonthlyStatsByShop)(month),
  meta: shopMeta(undefined),
})
