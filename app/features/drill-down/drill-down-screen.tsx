import type { FetchQueryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ShopName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { useMayBeginActions } from '~/auth/use-may-begin-actions'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListAnswer, ListColumn, ListProps } from '~/components/resource-table/types'
import { EmptyState } from '~/components/states'
import { Chip } from '~/components/ui/chip'
import { addMonths, formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { type describeFigure, figureText, isWatchable } from './figures'
import { type FigureSearch, monthText, periodName, shownPeriod } from './queries'
import { asSums, type SumLine } from './sums'

/** One page of a figure's rows, and the total of all rows. */
interface FigureAnswer<Row> extends ListAnswer<Row> {
  period: { from: string; to: string } | null
  isProvisional: boolean
  isCounting: boolean
  /** Null if the rows are past their retention period. */
  figure: number | null
  /** Number of rows without the keyword. */
  allRows: number
}

// biome-ignore lint/suspicious/noExplicitAny: any shape of query key is allowed
type FigureQuery<Answer> = FetchQueryOptions<Answer, Error, Answer, any>

interface FigureScreenProps<Row extends { id: string }, Answer extends FigureAnswer<Row>, Search extends FigureSearch>
  extends ListProps<Search> {
  /** Columns are remembered under this name. */
  name: string
  description: ReturnType<typeof describeFigure>
  /** The part of the period that is shown: 水曜 18時台. */
  part?: string | undefined
  /** What a row is: 会員. */
  noun: string
  query: (search: Search) => FigureQuery<Answer>
  columns: readonly ListColumn<Row>[]
  /** The figure's default order. */
  defaultSort: string
  searchHint: string
  rowLabel: (row: Row) => string
  rowPath: (row: Row) => string | null
  /** Actions for these rows. */
  actions?: ReactNode
  /** The lines under the rows: guests and totals. */
  sums?: (answer: Answer) => SumLine[]
  csv: false | ((search: Search, signal: AbortSignal) => Promise<Response>)
}

/** Drill-down: the rows behind one figure of a report. */
export function FigureScreen<
  Row extends { id: string },
  Answer extends FigureAnswer<Row>,
  Search extends FigureSearch,
>({ name, description, part, noun, query, sums, actions, ...list }: FigureScreenProps<Row, Answer, Search>) {
  const period = shownPeriod(list.search)
  const isSearched = list.search.keyword !== undefined
  return (
    <ResourceTable<Row, Search, Answer>
      {...list}
      name={name}
      title={description.rows}
      noun={noun}
      head={(answer) => (
        <Head search={list.search} description={description} part={part} answer={answer} actions={actions} />
      )}
      query={(search) => ofOneList(query(search), search)}
      hasViews={false}
      notFound={<ShopNotFound />}
      nothing={(answer) => <Nothing noun={noun} period={periodName(period)} answer={answer} />}
      {...(sums && { sums: (answer) => asSums(isSearched ? sums(answer).map(ofAllRows) : sums(answer)) })}
    />
  )
}

/** With a keyword, the totals note that they cover all rows. */
const ofAllRows = (line: SumLine): SumLine => (line.isOfPage ? line : { ...line, label: `${line.label}・全件` })

/** Query of a page; all pages of a figure belong to one list, with or without a keyword. */
function ofOneList<Answer>(
  query: FigureQuery<Answer>,
  { offset: _, limit: __, keyword: ___, sort: ____, ...figure }: FigureSearch,
): FigureQuery<Answer> {
  return { ...query, meta: { ...query.meta, list: JSON.stringify(figure) } }
}

interface HeadProps {
  search: FigureSearch
  description: ReturnType<typeof describeFigure>
  part: string | undefined
  answer: FigureAnswer<unknown> | undefined
  actions: ReactNode
}

/** Header: back link, and the figure of all rows (ignoring the keyword) with period and formula. */
function Head({ search, description, part, answer, actions }: HeadProps) {
  const { shopId, shop, label: shopLabel } = useSelectedShop(search.shop)
  const mayReadReports = useCan()('dailyReport.read')
  const date = dateOf(search)
  const mayBeginActions = useMayBeginActions()
  const period = shownPeriod(search)
  const { year: of, fiscalStartMonth } = period
  const year = { year: of, ...(fiscalStartMonth !== undefined && { fiscalStartMonth }) }
  // The dashboard has single months: of several the last one.
  const first = monthText(period)
  const month = first && addMonths(first, (period.span ?? 1) - 1)
  return (
    <div className="w-full">
      <Link
        {...(month === undefined
          ? { to: '/dashboard/yearly', search: { shop: search.shop, ...year } }
          : { to: '/dashboard', search: { shop: search.shop, month } })}
        className="-ml-1 inline-flex h-7 items-center gap-1 rounded-sm text-sm text-muted-foreground hover:text-foreground print:hidden"
      >
        <ChevronLeft aria-hidden className="size-4" />
        ダッシュボードへ戻る
      </Link>
      {mayBeginActions && !actions && isWatchable(description.figure) && (
        <Link
          to="/shop-reports/actions/new"
          search={{ shop: shopId, metric: description.figure }}
          className="ml-4 inline-flex h-7 items-center gap-1 rounded-sm text-sm font-medium text-primary underline-offset-4 hover:underline print:hidden"
        >
          <Plus aria-hidden className="size-4" />
          改善アクションを登録
        </Link>
      )}
      {mayReadReports && shop && date && (
        <Link
          to="/shop-reports/$shopId/$date"
          params={{ shopId: shop.id, date }}
          className="ml-4 inline-flex h-7 items-center rounded-sm text-sm font-medium text-primary underline-offset-4 hover:underline print:hidden"
        >
          この日の日報
        </Link>
      )}
      {actions}
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-sm">
          <h1 className="text-lg font-semibold">{description.rows}</h1>
          {shop ? <ShopName shop={shop} /> : <span className="font-medium">{shopLabel}</span>}
          <span className="font-medium">{[periodName(period), part].filter(Boolean).join(' ')}</span>
          {answer?.period && (
            <span className="figures text-muted-foreground">
              {formatDate(answer.period.from)} 〜 {formatDate(answer.period.to)}
            </span>
          )}
          {answer?.period && (
            <Chip tone={answer.isProvisional ? 'warning' : 'positive'}>{answer.isProvisional ? '速報' : '確定'}</Chip>
          )}
        </div>
        <p className="figures flex min-h-8 items-baseline gap-x-4">
          {search.keyword !== undefined && answer && (
            <span className="text-sm font-medium">
              検索結果 {formatCount(answer.paging.total)}件 / 全{formatCount(answer.allRows)}件
            </span>
          )}
          <span className="text-xl font-semibold">
            {answer?.period &&
              !answer.isCounting &&
              answer.figure !== null &&
              figureText(description.unit, answer.figure)}
          </span>
        </p>
      </div>
      <p className="max-w-5xl text-sm text-muted-foreground">{description.formula}</p>
    </div>
  )
}

/** The figure's day, YYYY-MM-DD; undefined for a longer period. */
const dateOf = ({ year, month, day }: FigureSearch) =>
  year && month && day ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : undefined

interface NothingProps {
  noun: string
  period: string
  answer: FigureAnswer<unknown>
}

/** Empty state: why there are no rows. */
function Nothing({ noun, period, answer }: NothingProps) {
  if (answer.period === null) {
    return (
      <EmptyState title={`${period}のデータはまだありません`}>
        <p>この期間の集計が始まると、内訳がここに表示されます。</p>
      </EmptyState>
    )
  }
  if (answer.isCounting) {
    return (
      <EmptyState title={`${period}は集計中です`}>
        <p>取り込んだデータを数え終わると、内訳がここに表示されます。</p>
      </EmptyState>
    )
  }
  if (answer.figure === null) {
    return (
      <EmptyState title="1件ずつの記録は保存期間を過ぎています">
        <p>この期間は、集計した数値だけを表示できます。</p>
      </EmptyState>
    )
  }
  return <EmptyState title={`該当する${noun}はありません`} />
}
