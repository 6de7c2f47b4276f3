import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ListState, pageOf } from '~/lib/list-search'
import { prefetchSoon } from '~/lib/prefetch-soon'
import type { ListAnswer, ListQuery } from './types'

/** Delay after the rows have arrived before the next page is prefetched, in milliseconds. */
const nextPageAfter = 200

const noRows: never[] = []

/** The page of a list for a search; with `readsAhead` the next page, and what the pointer is over, are prefetched. */
export function useListQuery<Row, Search extends ListState, Answer extends ListAnswer<Row>>(
  queryOf: (search: Search) => ListQuery<Row, Answer>,
  search: Search,
  readsAhead: boolean,
) {
  const queryClient = useQueryClient()
  const shown = queryOf(search)
  const query = useQuery({
    ...shown,
    // Keeps the old page while the next one loads, but never another shop's or another list's rows.
    placeholderData: (previous, previousQuery) =>
      previousQuery?.meta?.shop === shown.meta?.shop && previousQuery?.meta?.list === shown.meta?.list
        ? previous
        : undefined,
  })
  const rows: readonly Row[] = query.data?.list ?? noRows
  const { total, isAtLeast } = query.data?.paging ?? {}

  /** Requests a page in the task of the press that wants it, before router and React do their work for the new URL. */
  const request = (next: Search) => {
    if (readsAhead) void queryClient.prefetchQuery(queryOf(next))
  }
  const warm = (next: Partial<ListState>) => prefetchSoon(() => request({ ...search, ...next }))

  const { offset, limit } = pageOf(search)
  const next = offset + limit
  const hasNext = readsAhead && total !== undefined && !query.isPlaceholderData && next < total
  useEffect(() => {
    if (!hasNext) return
    const timer = setTimeout(() => void queryClient.prefetchQuery(queryOf({ ...search, offset: next })), nextPageAfter)
    return () => clearTimeout(timer)
  }, [hasNext, next, queryClient, queryOf, search])

  return { query, rows, total, isAtLeast, offset, limit, request, warm }
}
