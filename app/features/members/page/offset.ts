import type { TabSearch } from './queries'

/** The search of a tab at another page. */
export const withOffset = ({ offset: _, ...search }: TabSearch, offset: number | undefined): TabSearch => ({
  ...search,
  ...(offset !== undefined && { offset }),
})

/** The payments with unpaid bills only, or with all; from the first row. */
export const withUnpaid = ({ offset: _, unpaid: __, ...search }: TabSearch, onlyUnpaid: boolean): TabSearch => ({
  ...search,
  ...(onlyUnpaid && { unpaid: 'true' }),
})
