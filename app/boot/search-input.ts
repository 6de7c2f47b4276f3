import type { SearchSchemaInput } from '@tanstack/react-router'

/**
 * A route's `validateSearch` for typing links only; it validates nothing. The screen parses the URL itself
 * (`useSearchState`), since a parser here would be part of the entry.
 */
export const searchInput = <Search extends object>():
  | ((input: Search & SearchSchemaInput) => Record<string, unknown>)
  | undefined => undefined
