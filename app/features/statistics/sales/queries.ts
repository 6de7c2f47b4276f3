import type { SalesBasis, Tax } from '#contract/words/sales.ts'
import { getSales } from '~/functions/report'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type PeriodSearch, periodSearch, requestedDays } from '../period'

export const salesQuery = shopQuery('report.sales', getSales)

export interface SalesSearch extends PeriodSearch {
  /** Absent: by the day of settlement. */
  basis?: Exclude<SalesBasis, 'settled'>
  /** Absent: with tax. */
  tax?: Exclude<Tax, 'included'>
  /** Absent: by day for one month, by month for more. */
  unit?: 'day' | 'month'
}

/** Search of the URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function salesSearch(search: Record<string, unknown>): SalesSearch {
  const { basis, tax, unit } = search
  const found = {
    ...periodSearch(search),
    basis: basis === 'targetMonth' ? basis : undefined,
    tax: tax === 'excluded' ? tax : undefined,
    unit: unit === 'day' || unit === 'month' ? unit : undefined,
  }
  return found as SalesSearch
}

/** Up to this many months may be shown by day. */
const mostByDay = 3

/** Whether the period can be shown by day, and whether it is. */
export function shownUnit({ basis, unit, months }: SalesSearch) {
  const length: number = months ?? 1
  const canBeDays = basis === undefined && length <= mostByDay
  const usual = length === 1 ? 'day' : 'month'
  return { canBeDays, unit: canBeDays ? (unit ?? usual) : ('month' as const), usual } as const
}

/** The input of report.sales for a URL. */
export const requestedSales = (search: SalesSearch, shops?: readonly ShopChoice[]) => ({
  ...requestedDays(search, shops),
  unit: shownUnit(search).unit,
  basis: search.basis ?? ('settled' as const),
  tax: search.tax ?? ('included' as const),
})
