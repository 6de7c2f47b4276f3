import type { TabSearch } from './queries'

/** The same tab at another page. */
export const withOffset = ({ offset: _, ...search }: TabSearch, offset: number | undefined): TabSearch => ({
  ...search,
  ...(offset !== undefined && { offset }),
})
