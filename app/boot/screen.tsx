import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { type ComponentType, useEffect, useMemo } from 'react'
import { copySearch } from '~/lib/copy-search'

// biome-ignore lint/suspicious/noExplicitAny: any query at all, whatever it answers
export type FirstQuery = FetchQueryOptions<any, any, any, any>

/** The part of a query client that the document needs to learn a screen's first queries. */
export interface Opening {
  queryClient: Pick<QueryClient, 'prefetchQuery'>
}

interface Opened {
  /** Document title, shown before the product's name. */
  title?: string
}

/**
 * A route's loader: returns the screen's title and starts its first queries. It awaits nothing, because the frame waits
 * for it. The server runs it too, so that the document can send the same requests before any module has arrived.
 * A route with a search sets `shouldReload`, not `loaderDeps`: a new search then loads in the background instead of
 * replacing the screen with a loading view.
 */
export function openScreen(
  { queryClient }: Opening,
  { first = [], ...opened }: Opened & { first?: FirstQuery[] },
): Opened {
  for (const query of first) void queryClient.prefetchQuery(query)
  return opened
}

/**
 * The parsed search of the URL, and a function to change it. Invalid and default values are removed from the URL.
 */
export function useSearchState<Search extends object>(read: (raw: Record<string, unknown>) => Search) {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const search = useMemo(() => read(raw), [read, raw])
  const navigate = useNavigate()
  const change = (next: Search, { replace = false, resetScroll = false } = {}) =>
    void navigate({ to: '.', search: next as never, replace, resetScroll })

  const isClean = Object.entries(raw).every(([key, value]) => String(value) === String(search[key as keyof Search]))
  useEffect(() => {
    if (!isClean) void navigate({ to: '.', search: search as never, hash: true, replace: true, resetScroll: false })
  }, [isClean, navigate, search])
  return [search, change] as const
}

type SearchState<Search extends object> = ReturnType<typeof useSearchState<Search>>

/** A route's component: the screen with the parsed search of its URL. */
export const searchScreen = <Search extends object>(
  read: (raw: Record<string, unknown>) => Search,
  Screen: ComponentType<{ search: Search; onSearchChange: SearchState<Search>[1] }>,
) =>
  function SearchScreen() {
    const [search, onSearchChange] = useSearchState(read)
    return <Screen search={search} onSearchChange={onSearchChange} />
  }

/** A route's component: the screen of the record that the only parameter of its address names. */
export const recordScreen = (Screen: ComponentType<{ id: string }>) =>
  function RecordScreen() {
    const [id = ''] = Object.values<string | undefined>(useParams({ strict: false }))
    return <Screen id={id} />
  }

/** A route's component: the form of a new record, blank or as a copy of the one that its URL names. */
export const newScreen = (Screen: ComponentType<{ from: string | undefined }>) =>
  function NewScreen() {
    const [{ from }] = useSearchState(copySearch)
    return <Screen key={from} from={from} />
  }

/**
 * Closes a record that is open over its list: goes back to where it was opened from, or replaces its address with the
 * list's. Back does not reopen it.
 */
export function useCloseOver(list: NavigateOptions) {
  const router = useRouter()
  return () => {
    const { openedFrom } = router.latestLocation.state
    if (openedFrom !== undefined && openedFrom === router.buildLocation(list as never).href) router.history.back()
    else void router.navigate({ ...list, replace: true, resetScroll: false } as never)
  }
}
