import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '#contract/errors.ts'
import { EmptyState, FailedState } from '../states'
import { Button } from '../ui/button'
import { totalText } from './pager'
import type { ListAnswer } from './types'

interface RowsOrStateProps<Answer> {
  query: UseQueryResult<Answer>
  noun: string
  isFiltered: boolean
  /** Labels of conditions whose value no longer exists here. */
  notListed: readonly string[]
  notFound: ReactNode
  firstUse: ReactNode
  nothing: ((answer: Answer) => ReactNode) | undefined
  onClear: () => void
  onFirstPage: () => void
  /** The rows, or their skeleton while the first ones load. */
  children: ReactNode
}

/** The rows, or why there are none. */
export function RowsOrState<Answer extends ListAnswer<unknown>>({
  query: { data, error, refetch },
  noun,
  isFiltered,
  notListed,
  notFound,
  firstUse,
  nothing,
  onClear,
  onFirstPage,
  children,
}: RowsOrStateProps<Answer>) {
  if (error && !data) {
    if (notFound && isApiError(error) && error.code === 'not_found') return notFound
    return <FailedState title={`${noun}の一覧を表示できませんでした`} error={error} onRetry={() => void refetch()} />
  }
  if (data?.paging.total === 0 && isFiltered) {
    return (
      <EmptyState title={`条件に合う${noun}が見つかりません`}>
        <p>
          {notListed.length > 0
            ? `「${notListed.join('」「')}」の条件は、削除されたか、この店舗にない項目です。条件を選び直してください。`
            : '検索する言葉や絞り込みの条件を変えて、もう一度お試しください。'}
        </p>
        <Button variant="outline" size="lg" onClick={onClear}>
          条件をクリア
        </Button>
      </EmptyState>
    )
  }
  if (data?.paging.total === 0) {
    return nothing?.(data) ?? <EmptyState title={`${noun}はまだありません`}>{firstUse}</EmptyState>
  }
  if (data?.list.length === 0) {
    const { total, isAtLeast } = data.paging
    return (
      <EmptyState title="このページに表示する行がありません">
        <p>一覧は{totalText(total, isAtLeast)}です。</p>
        <Button variant="outline" size="lg" onClick={onFirstPage}>
          最初のページへ
        </Button>
      </EmptyState>
    )
  }
  return children
}
