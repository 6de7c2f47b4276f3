import { getTargets } from '~/functions/shop-target'
import { addMonths, currentMonth, isMonth } from '~/lib/dates'
import { type ShopChoice, shopInUrl, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

export const targetsQuery = shopQuery('shopTarget.year', getTargets)

export interface TargetsSearch {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
  /** The first of twelve months, YYYY-MM; absent: the current one. */
  month?: string
}

/** Months that are offered before and after the current one. */
const offered = { before: 24, after: 24 }

/** The first months that are offered, YYYY-MM, the oldest first. */
export const offeredMonths = () =>
  Array.from({ length: offered.before + offered.after + 1 }, (_, at) => addMonths(currentMonth(), at - offered.before))

/** Search of the URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function targetsSearch({ shop, month }: Record<string, unknown>): TargetsSearch {
  return {
    shop: shopInUrl(shop),
    month: typeof month === 'string' && isMonth(month) && month.startsWith('20') ? month : undefined,
  }
}

/** The first of the twelve months, at most 24 away from the current one in Tokyo. */
export const targetsMonth = ({ month }: TargetsSearch): string =>
  month !== undefined && offeredMonths().includes(month) ? month : currentMonth()

/** The input of shopTarget.year for a URL. */
export const requestedTargets = (search: TargetsSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  month: targetsMonth(search),
})
