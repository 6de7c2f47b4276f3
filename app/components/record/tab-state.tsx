import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState, FailedState, StaleNotice } from '../states'
import { Skeleton } from '../ui/skeleton'

interface TabStateProps<Answer> {
  query: UseQueryResult<Answer>
  /** What the tab shows: 契約. */
  noun: string
  /** Text of the empty state. */
  nothing?: (answer: Answer) => string | undefined
  children: (answer: Answer) => ReactNode
}

/** States of a tab: loading, failed, empty, and its content. */
export function TabState<Answer>({ query, noun, nothing, children }: TabStateProps<Answer>) {
  const { data, error, refetch, isPlaceholderData } = query
  const retry = () => void refetch()
  if (data === undefined) {
    if (error) return <FailedState title={`${noun}を表示できませんでした`} error={error} onRetry={retry} />
    return (
      <div role="status">
        <span className="sr-only">読み込み中...</span>
        <Skeleton className="h-10" />
        <Skeleton className="mt-3 h-56" />
      </div>
    )
  }
  const empty = nothing?.(data)
  return (
    <div aria-busy={isPlaceholderData || undefined} className={isPlaceholderData ? 'opacity-60' : undefined}>
      {error && <StaleNotice of="内訳" error={error} onRetry={retry} className="mb-3" />}
      {empty ? <EmptyState title={empty} /> : children(data)}
    </div>
  )
}
