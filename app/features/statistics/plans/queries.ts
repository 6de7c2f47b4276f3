import { getMemberPlan } from '~/functions/report'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type PeriodSearch, periodSearch, requestedMonth } from '../period'

export const plansQuery = shopQuery('report.memberPlan', getMemberPlan)

export type PlansSearch = PeriodSearch
export const plansSearch = periodSearch

/** The input of report.memberPlan for a URL. */
export const requestedPlans = (search: PlansSearch, shops?: readonly ShopChoice[]) => ({
  ...requestedMonth(search, shops),
  months: 12,
})
