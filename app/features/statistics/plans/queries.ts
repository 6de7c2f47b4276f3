import { getMemberPlan } from '~/functions/report'
import { monthParts } from '~/lib/dates'
import { shownMonth } from '~/lib/period-in-url'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type PeriodSearch, periodSearch } from '../period'

export const plansQuery = shopQuery('report.memberPlan', getMemberPlan)

export type PlansSearch = PeriodSearch
export const plansSearch = periodSearch

/** The input of report.memberPlan for a URL. */
export const requestedPlans = (search: PlansSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  ...monthParts(shownMonth(search)),
  months: 12,
})
