import { getDuesRecovery } from '~/functions/report'
import { monthParts } from '~/lib/dates'
import { shownMonth } from '~/lib/period-in-url'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type ReportSearch, reportSearch } from '../period'

export const duesQuery = shopQuery('report.dues', getDuesRecovery)

export type DuesSearch = ReportSearch
export const duesSearch = reportSearch

/** The input of report.dues for a URL. */
export const requestedDues = (search: DuesSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  ...monthParts(shownMonth(search)),
})
