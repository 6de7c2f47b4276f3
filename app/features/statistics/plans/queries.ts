import { getMemberPlan } from '~/functions/report'
import { currentMonth, isMonth, monthParts } from '~/lib/dates'
import { type ShopChoice, shopInUrl, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

export const plansQuery = shopQuery('report.memberPlan', getMemberPlan)

export interface PlansSearch {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
  /** YYYY-MM; absent: the current month. */
  month?: string
  /** The figure whose change is explained, as the sheet reads it. */
  why?: string
}

/** Search of the URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function plansSearch({ shop, month, why }: Record<string, unknown>): PlansSearch {
  return {
    shop: shopInUrl(shop),
    month: typeof month === 'string' && isMonth(month) ? month : undefined,
    why: typeof why === 'string' ? why : undefined,
  } as PlansSearch
}

/** The month in the URL, at most the current one in Tokyo. */
export function plansMonth({ month }: PlansSearch): string {
  const current = currentMonth()
  return month !== undefined && month < current ? month : current
}

/** The input of report.memberPlan for a URL. */
export const requestedPlans = (search: PlansSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  ...monthParts(plansMonth(search)),
  months: 12,
})
