import { getFeeRetention } from '~/functions/report'
import { monthParts } from '~/lib/dates'
import { shownMonth } from '~/lib/period-in-url'
import { type ShopChoice, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import type { ReportSearch } from '../period'

export const feesQuery = shopQuery('report.feeRetention', getFeeRetention)

/** The input of report.feeRetention for a URL. */
export const requestedFees = (search: ReportSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  ...monthParts(shownMonth(search)),
})
