import { getTargets } from '~/functions/shop-target'
import { addMonths, currentMonth } from '~/lib/dates'
import { shownMonth } from '~/lib/period-in-url'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type ReportSearch, reportSearch } from '../period'

export const targetsQuery = shopQuery('shopTarget.year', getTargets)

/** Of the month: the first of twelve. */
export type TargetsSearch = ReportSearch
export const targetsSearch = reportSearch

/** Months that are offered before and after the current one. */
const offered = { before: 24, after: 24 }

/** The first months that are offered, YYYY-MM, the oldest first. */
export const offeredMonths = () =>
  Array.from({ length: offered.before + offered.after + 1 }, (_, at) => addMonths(currentMonth(), at - offered.before))

/** The first of the twelve months, at most 24 away from the current one in Tokyo; only here it may be a later one. */
export function targetsMonth(search: TargetsSearch): string {
  const month = search.month ?? shownMonth(search)
  return offeredMonths().includes(month) ? month : currentMonth()
}

/** The input of shopTarget.year for a URL. */
export const requestedTargets = (search: TargetsSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  month: targetsMonth(search),
})
