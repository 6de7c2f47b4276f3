import { getYearlyStats } from '~/functions/report'
import { currentMonth, monthParts } from '~/lib/dates'
import { wholeWithin } from '~/lib/numbers'
import { type ShopChoice, shopInUrl, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

export interface YearlySearch {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
  /** The year in which it begins; absent: the current one. */
  year?: number
  /** 1–12; absent: the calendar year. */
  fiscalStartMonth?: number
}

/** Search of the yearly screen's URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function yearlySearch({ shop, year, fiscalStartMonth }: Record<string, unknown>): YearlySearch {
  return {
    shop: shopInUrl(shop),
    year: wholeWithin(year, 2000, 2100),
    fiscalStartMonth: wholeWithin(fiscalStartMonth, 2, 12),
  }
}

/** The current year in Tokyo, for years that begin in `startMonth`. */
export function currentYear(startMonth: number): number {
  return yearWith(currentMonth(), startMonth)
}

/** The year that begins in `startMonth` and has this day or month. */
export function yearWith(day: string, startMonth: number): number {
  const { year, month } = monthParts(day.slice(0, 7))
  return month >= startMonth ? year : year - 1
}

/** The year in the URL, at most the current one. */
export function shownYear({ year, fiscalStartMonth = 1 }: YearlySearch): { year: number; fiscalStartMonth: number } {
  const current = currentYear(fiscalStartMonth)
  return { year: Math.min(year ?? current, current), fiscalStartMonth }
}

/** `2026年`, or `2026年度` where it does not begin in January. */
export const yearName = (year: number, startMonth: number) => `${year}年${startMonth === 1 ? '' : '度'}`

/** The input of yearly-stats for a URL: the same for the early fetch from the document and on the screen. */
export function requestedYear(search: YearlySearch, shops?: readonly ShopChoice[]) {
  return { ...shopRequest(search.shop, shops), ...shownYear(search) }
}

/** One year of one shop, or of every shop in scope. */
export const yearlyStatsQuery = shopQuery('report.yearlyStats', getYearlyStats)
