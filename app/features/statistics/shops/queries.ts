import { serverQuery } from '~/data/query'
import { getShopComparison } from '~/functions/report'
import { monthParts } from '~/lib/dates'
import { parseWhole } from '~/lib/numbers'
import { type PeriodInUrl, periodInUrl, shownMonth } from '~/lib/period-in-url'
import { shopMeta } from '~/shop/selected-shop'

/** How many shops are put side by side. */
export const mostShops = 8

export interface ShopsSearch extends Omit<PeriodInUrl, 'months'> {
  /** One month; any other length is passed on, and twelve months that are over are compared. */
  months?: 1 | Exclude<PeriodInUrl['months'], undefined>
  /** Ids of the shops side by side, `1,2,3`; absent: every shop in a table. */
  shops?: string
  /** The shop beside those most like it. */
  like?: string
  /** A column, `-` before it for the largest first. */
  sort?: string
}

/** Search of the comparison's URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function shopsSearch(raw: Record<string, unknown>): ShopsSearch {
  const { shops, like, sort } = raw
  const { months, ...period } = periodInUrl(raw)
  // The router parses digits as a number.
  const ids = [...new Set(String(shops ?? '').split(','))].filter((id) => /^\d{1,9}$/.test(id)).slice(0, mostShops)
  const one = String(like ?? '')
  const found = {
    ...period,
    months: parseWhole(raw.months) === 1 ? 1 : months,
    shops: ids.length > 0 ? ids.join(',') : undefined,
    like: /^\d{1,9}$/.test(one) ? one : undefined,
    sort: typeof sort === 'string' && /^-?[a-z]+$/.test(sort) ? sort : undefined,
  }
  return found as ShopsSearch
}

/** How many months are compared. */
export const comparedMonths = ({ months }: Pick<ShopsSearch, 'months'>) => (months === 1 ? 1 : 12)

/** The endpoint's input for a URL. */
export const requestedShops = (search: ShopsSearch) => ({
  ...monthParts(shownMonth(search)),
  months: comparedMonths(search),
  ...(search.like !== undefined && { shopId: search.like }),
})

/** Every shop in scope side by side. */
export const shopComparisonQuery = (input: ReturnType<typeof requestedShops>) => ({
  ...serverQuery('report.shopComparison', getShopComparison)(input),
  meta: shopMeta(undefined),
})
