import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { orNone } from '~/components/or-none'
import type { ListAnswer } from '~/components/resource-table/types'
import { ScrollBox } from '~/components/scroll-box'
import { EmptyState, FailedState, StaleNotice } from '~/components/states'
import { Skeleton } from '~/components/ui/skeleton'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'

interface ShortColumn<Row> {
  label: string
  isFigure?: boolean
  /** Hidden on phones. */
  isMinor?: boolean
  cell: (row: Row) => ReactNode
}

interface ShortListProps<Row> {
  query: Pick<UseQueryResult<ListAnswer<Row>>, 'data' | 'error' | 'isFetching' | 'refetch'>
  noun: string
  label: string
  /** Link to the full list. */
  more?: ReactNode
  /** The first one names the row. */
  columns: readonly ShortColumn<Row>[]
}

/** The first rows of the shop's records; their own screen has the full list. */
export function ShortList<Row extends { id: string }>({ query, noun, label, more, columns }: ShortListProps<Row>) {
  const { data, error, refetch } = query
  if (error && !data) {
    return <FailedState title={`${noun}の一覧を表示できませんでした`} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">読み込み中...</span>
        <Skeleton className="h-96" />
      </div>
    )
  }
  if (data.list.length === 0) return <EmptyState title={`${noun}はまだありません`}>{more}</EmptyState>
  const { total, isAtLeast } = data.paging
  const all = `全${formatCount(total)}件${isAtLeast ? '以上' : ''}`
  return (
    <div className="pb-12">
      {error && <StaleNotice of="一覧" error={error} onRetry={() => void refetch()} className="mb-3" />}
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <p className="figures text-sm text-muted-foreground">
          {total > data.list.length ? `${all}のうち${formatCount(data.list.length)}件` : all}
        </p>
        {more}
      </div>
      <ScrollBox label={label} className="rounded-lg border bg-card shadow-card">
        <table className="w-full text-sm">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              {columns.map(({ label, isFigure, isMinor }) => (
                <th
                  key={label}
                  scope="col"
                  className={cn(
                    'border-b bg-muted px-3 py-2 text-left font-medium whitespace-nowrap sm:px-4',
                    isFigure && 'text-right',
                    isMinor && 'max-sm:hidden',
                  )}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {data.list.map((row) => (
              <tr key={row.id}>
                {columns.map(({ label, isFigure, isMinor, cell }, at) =>
                  at === 0 ? (
                    <th key={label} scope="row" className="min-w-36 px-3 py-2 text-left font-medium sm:px-4">
                      {cell(row)}
                    </th>
                  ) : (
                    <td
                      key={label}
                      className={cn(
                        'px-3 py-2 whitespace-nowrap sm:px-4',
                        isFigure && 'figures text-right',
                        isMinor && 'max-sm:hidden',
                      )}
                    >
                      {orNone(cell(row))}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}
