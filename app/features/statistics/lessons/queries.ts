import { getLessons } from '~/functions/report'
import { monthParts } from '~/lib/dates'
import { shownMonth } from '~/lib/period-in-url'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type PeriodSearch, periodSearch } from '../period'

export const lessonsQuery = shopQuery('report.lessons', getLessons)

export type LessonsSearch = PeriodSearch
export const lessonsSearch = periodSearch

/** Fewer have too few lessons of a slot. */
export const fewestMonths = 3

/** The input of report.lessons for a URL. */
export const requestedLessons = (search: LessonsSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  ...monthParts(shownMonth(search)),
  months: search.months ?? fewestMonths,
})
