import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'

// biome-ignore lint/suspicious/noExplicitAny: any query at all, whatever it answers
export type FirstQuery = FetchQueryOptions<any, any, any, any>

/** What the document needs of a query client, to learn what a screen asks first. */
export interface Opening {
  queryClient: Pick<QueryClient, 'prefetchQuery'>
}

interface Opened {
  /** Stands in the browser's tab, before the product's name. */
  title?: string
}

/**
 * What a route's loader does: says the screen's title and asks what the screen asks first. It waits for no answer, since
 * the frame waits for it. The document has it done on the server, and asks the same before any module has arrived.
 */
export function openScreen(
  { queryClient }: Opening,
  { first = [], ...opened }: Opened & { first?: FirstQuery[] },
): Opened {
  for (const query of first) void queryClient.prefetchQuery(query)
  return opened
}

/** What the URL's search says, as the screen reads it, and how it goes on from here. */
export function useSearchState<Search extends object>(read: (raw: Record<string, unknown>) => Search) {
  const search = useSearch({
    strict: false,
    select: (raw: object) => read(raw as Record<string, unknown>),
    structuralSharing: true,
  } as never) as Search
  const navigate = useNavigate()
  const change = (next: Search, { replace = false, resetScroll = false } = {}) =>
    void navigate({ to: '.', search: next as never, replace, resetScroll })
  return [search, change] as const
}
