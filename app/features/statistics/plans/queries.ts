import { getMemberPlan } from '~/functions/report'
import { monthParts } from '~/lib/dates'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type MonthSearch, monthSearch, shownMonth } from '../period'

export const plansQuery = shopQuery('report.memberPlan', getMemberPlan)

export interface PlansSearch extends MonthSearch {
  /** The figure whose change is explained, as the sheet reads it. */
  why?: string
}

/** Search of the URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export const plansSearch = (search: Record<string, unknown>): PlansSearch => ({
  ...monthSearch(search),
  why: typeof search.why === 'string' ? search.why : undefined,
})

/** The input of report.memberPlan for a URL. */
export const requestedPlans = (search: PlansSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  ...monthParts(shownMonth(search)),
  months: 12,
})
