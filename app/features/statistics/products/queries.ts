import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import type { Tax } from '#contract/words/sales.ts'
import { getProductSales } from '~/functions/report'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'
import { type PeriodSearch, periodSearch, requestedDays } from '../period'

export const productsQuery = shopQuery('report.productSales', getProductSales)

export interface ProductsSearch extends PeriodSearch {
  /** Absent: of all but the dues. */
  category?: SalesCategory | 'all'
  /** Absent: with tax. */
  tax?: Exclude<Tax, 'included'>
  /** Absent: by net sales. */
  sort?: 'quantity'
}

const isCategory = (text: unknown): text is SalesCategory | 'all' =>
  typeof text === 'string' && (text === 'all' || Object.hasOwn(salesCategories, text))

/** Search of the URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function productsSearch(search: Record<string, unknown>): ProductsSearch {
  const { category, tax, sort } = search
  const found = {
    ...periodSearch(search),
    category: isCategory(category) ? category : undefined,
    tax: tax === 'excluded' ? tax : undefined,
    sort: sort === 'quantity' ? sort : undefined,
  }
  return found as ProductsSearch
}

/** The input of report.productSales for a URL. */
export const requestedProducts = (search: ProductsSearch, shops?: readonly ShopChoice[]) => ({
  ...requestedDays(search, shops),
  ...(search.category !== 'all' && { category: search.category ?? ('exceptDues' as const) }),
  unit: (search.months ?? 1) === 1 ? ('day' as const) : ('month' as const),
  tax: search.tax ?? ('included' as const),
  sortKey: search.sort ?? ('net' as const),
  limit: 50,
})
