import { type FetchQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { isApiError } from '#contract/errors.ts'
import { useIsNarrow } from '~/components/resource-table/media'
import { Pager } from '~/components/resource-table/pager'
import { SkeletonCards } from '~/components/resource-table/table-region'
import type { ListAnswer, ListColumn } from '~/components/resource-table/types'
import { useListKeys } from '~/components/resource-table/use-list-keys'
import { useRecordLinks } from '~/components/resource-table/use-record-links'
import { EmptyState, FailedState, StaleNotice } from '~/components/states'
import { ThinBar } from '~/components/thin-bar'
import { Button } from '~/components/ui/button'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { type ListState, pageOf } from '~/lib/list-search'
import { cn } from '~/lib/utils'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { FigureCards, FigureTable, type SumLine } from './drill-down-table'
import { type describeFigure, figureText } from './figures'
import { type FigureSearch, monthText, periodName, shownPeriod } from './queries'

/** One page of what a figure was counted from, and what it adds up to over all pages. */
interface FigureAnswer<Row> extends ListAnswer<Row> {
  period: { from: string; to: string } | null
  /** Null where its rows are kept no longer. */
  figure: number | null
}

// biome-ignore lint/suspicious/noExplicitAny: any shape of query key is allowed
type FigureQuery<Answer> = FetchQueryOptions<Answer, Error, Answer, any>

interface FigureScreenProps<Row, Answer extends FigureAnswer<Row>, Search extends FigureSearch> {
  search: Search
  onSearchChange: (next: Search) => void
  description: ReturnType<typeof describeFigure>
  /** Of the period only this: 水曜 18時台. */
  part?: string | undefined
  /** What a row is: 会員. */
  noun: string
  query: (search: Search) => FigureQuery<Answer>
  columns: readonly ListColumn<Row>[]
  /** The lines under the rows: guests and totals. */
  sums: (answer: Answer) => SumLine[]
}

/** These rows are not searched. */
const noField = { current: null }

/** What one figure of a report was counted from, row by row. */
export function FigureScreen<Row, Answer extends FigureAnswer<Row>, Search extends FigureSearch>({
  search,
  onSearchChange,
  description,
  part,
  noun,
  query: queryOf,
  columns,
  sums,
}: FigureScreenProps<Row, Answer, Search>) {
  const queryClient = useQueryClient()
  const isNarrow = useIsNarrow()
  const { label: shopLabel } = useSelectedShop(search.shop)
  const request = queryOf(search)
  const query = useQuery({
    ...request,
    // The old page stays while the next one loads; another figure's rows never do.
    placeholderData: (previous, previousQuery) =>
      previousQuery && unpaged(previousQuery.queryKey) === unpaged(request.queryKey) ? previous : undefined,
  })
  const answer = query.data
  const { offset, limit } = pageOf(search as ListState)
  const total = answer?.paging.total
  const change = (page: Partial<ListState>) => onSearchChange({ ...search, offset: undefined, ...page })
  const warm = (to: number) => void queryClient.prefetchQuery(queryOf({ ...search, offset: to || undefined }))

  const region = useRef<HTMLDivElement>(null)
  const reach = useRef<((index: number) => void) | null>(null)
  useListKeys({ rows: region, field: noField, count: answer?.list.length ?? 0, reach })
  const links = useRecordLinks(false)

  const period = shownPeriod(search)
  const month = monthText(period)
  const back = (
    <Link
      {...(month === undefined
        ? { to: '/dashboard/yearly', search: { shop: search.shop, ...period } }
        : { to: '/dashboard', search: { shop: search.shop, month } })}
      className="-ml-1 inline-flex h-8 items-center gap-1 rounded-sm text-sm text-muted-foreground hover:text-foreground"
    >
      <ChevronLeft aria-hidden className="size-4" />
      ダッシュボードへ戻る
    </Link>
  )

  const lines = answer ? sums(answer) : []
  const view = { columns, lines, rows: answer?.list ?? [], offset, reach }
  let body: ReactNode
  if (query.error && !answer) {
    body =
      isApiError(query.error) && query.error.code === 'not_found' ? (
        <ShopNotFound />
      ) : (
        <FailedState title="内訳を表示できませんでした" error={query.error} onRetry={() => void query.refetch()} />
      )
  } else if (answer && answer.period === null) {
    body = (
      <EmptyState title={`${periodName(period)}のデータはまだありません`}>
        <p>この期間の集計が始まると、内訳がここに表示されます。</p>
      </EmptyState>
    )
  } else if (answer?.figure === null) {
    body = (
      <EmptyState title="1件ずつの記録は保存期間を過ぎています">
        <p>この期間は、集計した数値だけを表示できます。</p>
      </EmptyState>
    )
  } else if (total === 0 && answer?.figure === 0) {
    body = <EmptyState title={`該当する${noun}はありません`} />
  } else if (answer && answer.list.length === 0 && offset > 0) {
    body = (
      <EmptyState title="このページに表示する行がありません">
        <p>内訳は全{formatCount(total)}件です。</p>
        <Button variant="outline" size="lg" onClick={() => change({})}>
          最初のページへ
        </Button>
      </EmptyState>
    )
  } else {
    body = (
      <div
        ref={region}
        {...links.handlers}
        aria-busy={query.isPlaceholderData || undefined}
        data-density="comfortable"
        className={cn('group/list transition-opacity', query.isPlaceholderData && 'opacity-60')}
      >
        {isNarrow ? (
          answer ? (
            <FigureCards {...view} />
          ) : (
            <SkeletonCards />
          )
        ) : (
          <FigureTable {...view} label={`${description.label}の内訳`} total={total ?? 0} awaited={answer ? 0 : limit} />
        )}
      </div>
    )
  }

  return (
    <div className="mx-auto max-w-[1608px] px-4 pb-6 sm:px-6">
      <div className="sticky top-header z-30 -mx-4 sm:-mx-6">
        <ThinBar active={query.isFetching} />
      </div>
      <div className="pt-3 pb-4">
        {back}
        <div className="mt-1 flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <div className="min-w-0">
            <h1 className="text-xl font-semibold">{description.label}の内訳</h1>
            <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
              <span className="font-medium">{shopLabel}</span>
              <span className="font-medium">{[periodName(period), part].filter(Boolean).join(' ')}</span>
              {answer?.period && (
                <span className="figures text-muted-foreground">
                  {formatDate(answer.period.from)} 〜 {formatDate(answer.period.to)}
                </span>
              )}
            </p>
          </div>
          <p className="figures min-h-9 text-2xl font-semibold">
            {answer?.period && answer.figure !== null && figureText(description.unit, answer.figure)}
          </p>
        </div>
        <p className="mt-2 max-w-4xl text-sm text-muted-foreground">{description.formula}</p>
      </div>
      {query.error && answer && (
        <StaleNotice of="内訳" error={query.error} onRetry={() => void query.refetch()} className="mt-3" />
      )}
      {body}
      {total !== 0 && !(query.error && !answer) && (
        <Pager
          offset={offset}
          limit={limit}
          count={answer?.list.length}
          total={total}
          onPage={(to) => change({ offset: to || undefined })}
          onIntent={warm}
          onLimit={(size) => change({ limit: size })}
        />
      )}
    </div>
  )
}

/** A query's key without its page: all pages of one figure have the same. */
function unpaged(key: readonly unknown[]): string {
  const { offset: _, limit: __, ...input } = key.at(-1) as { offset?: number; limit?: number }
  return JSON.stringify(input)
}
