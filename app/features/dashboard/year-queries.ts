import { getYearlyStats } from '~/functions/report'
import { type PeriodInUrl, periodInUrl, shownYear } from '~/lib/period-in-url'
import { type ShopChoice, shopInUrl, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

export interface YearlySearch extends PeriodInUrl {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
}

/** Search of the yearly screen's URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export const yearlySearch = (raw: Record<string, unknown>): YearlySearch => ({
  shop: shopInUrl(raw.shop),
  ...periodInUrl(raw),
})

/** `2026年`, or `2026年度` where it does not begin in January. */
export const yearName = (year: number, startMonth: number) => `${year}年${startMonth === 1 ? '' : '度'}`

/** The input of yearly-stats for a URL: the same for the early fetch from the document and on the screen. */
export function requestedYear(search: YearlySearch, shops?: readonly ShopChoice[]) {
  return { ...shopRequest(search.shop, shops), ...shownYear(search) }
}

/** One year of one shop, or of every shop in scope. */
export const yearlyStatsQuery = shopQuery('report.yearlyStats', getYearlyStats)
