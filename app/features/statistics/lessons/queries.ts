import { getLessons } from '~/functions/report'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type PeriodSearch, requestedMonth } from '../period'

export const lessonsQuery = shopQuery('report.lessons', getLessons)

/** Fewer have too few lessons of a slot. */
export const fewestMonths = 3

/** The input of report.lessons for a URL. */
export const requestedLessons = (search: PeriodSearch, shops?: readonly ShopChoice[]) => ({
  ...requestedMonth(search, shops),
  months: search.months ?? fewestMonths,
})
