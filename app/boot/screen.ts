import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: any query at all, whatever it answers
export type FirstQuery = FetchQueryOptions<any, any, any, any>

/** The part of a query client that the document needs to learn a screen's first queries. */
export interface Opening {
  queryClient: Pick<QueryClient, 'prefetchQuery'>
}

interface Opened {
  /** Stands in the browser's tab, before the product's name. */
  title?: string
}

/**
 * A route's loader: returns the screen's title and starts its first queries. It awaits nothing, because the frame waits
 * for it. The server runs it too, so that the document can send the same requests before any module has arrived.
 * A route with a search says `shouldReload`, not `loaderDeps`: another search then loads behind the screen, and
 * never puts a loading view in its place.
 */
export function openScreen(
  { queryClient }: Opening,
  { first = [], ...opened }: Opened & { first?: FirstQuery[] },
): Opened {
  for (const query of first) void queryClient.prefetchQuery(query)
  return opened
}

/**
 * What the URL's search says, as the screen reads it, and how it goes on from here. What the screen does not understand,
 * or is at its default, goes from the URL.
 */
export function useSearchState<Search extends object>(read: (raw: Record<string, unknown>) => Search) {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const search = useMemo(() => read(raw), [read, raw])
  const navigate = useNavigate()
  const change = (next: Search, { replace = false, resetScroll = false } = {}) =>
    void navigate({ to: '.', search: next as never, replace, resetScroll })

  const isClean = Object.entries(raw).every(([key, value]) => String(value) === String(search[key as keyof Search]))
  useEffect(() => {
    if (!isClean) void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
  }, [isClean, navigate, search])
  return [search, change] as const
}

/**
 * Closes a record that is open over its list: back to where it was opened from, or, opened by its address, in the list's
 * place. Back does not open it again.
 */
export function useCloseOver(list: NavigateOptions) {
  const router = useRouter()
  return () => {
    const { openedFrom } = router.latestLocation.state
    if (openedFrom !== undefined && openedFrom === router.buildLocation(list as never).href) router.history.back()
    else void router.navigate({ ...list, replace: true, resetScroll: false } as never)
  }
}
