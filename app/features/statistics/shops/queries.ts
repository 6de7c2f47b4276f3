import { serverQuery } from '~/data/query'
import { getShopComparison } from '~/functions/report'
import { isMonth, monthParts } from '~/lib/dates'
import { parseWhole } from '~/lib/numbers'
import { shopMeta } from '~/shop/selected-shop'
import { shownMonth } from '../period'

/** How many shops are put side by side. */
export const mostShops = 8

export interface ShopsSearch {
  /** The last month, YYYY-MM; absent: the current one. */
  month?: string
  /** Absent: twelve months that are over. */
  months?: 1
  /** Ids of the shops side by side, `1,2,3`; absent: every shop in a table. */
  shops?: string
  /** The shop beside those most like it. */
  like?: string
  /** A column, `-` before it for the largest first. */
  sort?: string
}

/** Search of the comparison's URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function shopsSearch({ month, months, shops, like, sort }: Record<string, unknown>): ShopsSearch {
  // The router parses digits as a number.
  const ids = [...new Set(String(shops ?? '').split(','))].filter((id) => /^\d{1,9}$/.test(id)).slice(0, mostShops)
  const one = String(like ?? '')
  return {
    month: typeof month === 'string' && isMonth(month) ? month : undefined,
    months: parseWhole(months) === 1 ? 1 : undefined,
    shops: ids.length > 0 ? ids.join(',') : undefined,
    like: /^\d{1,9}$/.test(one) ? one : undefined,
    sort: typeof sort === 'string' && /^-?[a-z]+$/.test(sort) ? sort : undefined,
  }
}

/** The endpoint's input for a URL. */
export const requestedShops = (search: ShopsSearch) => ({
  ...monthParts(shownMonth(search)),
  months: search.months ?? 12,
  ...(search.like !== undefined && { shopId: search.like }),
})

/** Every shop in scope side by side. */
export const shopComparisonQuery = (input: ReturnType<typeof requestedShops>) => ({
  ...serverQuery('report.shopComparison', getShopComparison)(input),
  meta: shopMeta(undefined),
})
