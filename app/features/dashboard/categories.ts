import type { SalesCategory } from '#contract/sale.ts'
import { salesCategoryLabel } from '~/lib/labels'

const isCategory = (key: string): key is SalesCategory => key in salesCategoryLabel

/** The kinds of sales in the order in which reports list them; the contract's own list would bring zod along. */
export const salesCategories = Object.keys(salesCategoryLabel).filter(isCategory)
