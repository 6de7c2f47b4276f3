import type { SearchSchemaInput } from '@tanstack/react-router'

/**
 * A route's `validateSearch`: types what links put into its search, and validates nothing. The screen reads what stands
 * in the URL by itself (`useSearchState`): a reader here would ride in the entry.
 */
export const searchInput = <Search extends object>() =>
  undefined as unknown as (input: Search & SearchSchemaInput) => Record<string, unknown>

/** Each search of a route is a place of its own for its loader. */
export const wholeSearch = ({ search }: { search: Record<string, unknown> }) => search
