import { type QueryKey, type UseQueryOptions, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ViewedReport, viewedReports } from '#contract/words/saved-view.ts'
import { ChoiceSelect } from '~/components/choice-select'
import { MonthPicker } from '~/components/report/month-picker'
import { Block, headlineGrid, ToCome } from '~/components/report/report-states'
import { EmptyState } from '~/components/states'
import { type ReportHead, ReportScreen } from '~/frame/report/report-screen'
import { currentMonth, formatMonth } from '~/lib/dates'
import { allShops } from '~/shop/selected-shop'
import { lengths, type PeriodSearch, periodName, shownMonth } from './period'
import { ReportViews } from './report-views'
import { StatisticsTabs } from './statistics-tabs'

interface StatisticsScreenProps<Search extends object, Stats, Key extends QueryKey> {
  report: ViewedReport
  search: Search
  onSearchChange: (next: Search) => void
  /** The report's search from values as in a URL. */
  read: (raw: Record<string, unknown>) => Search
  query: (search: Search) => UseQueryOptions<Stats, Error, Stats, Key>
  /** What is shown, as CSV. */
  save: () => Promise<Response>
  /** As in 2026年11月; omitted: the months of the URL. */
  period?: string
  /** Several months may be shown together. */
  hasLength?: boolean
  /** Other choices, beside the month. */
  choices?: ReactNode
  /** Shown above the figures in every state. */
  above?: ReactNode
  /** Every shop stands for itself, whichever is selected. */
  isByShop?: boolean
  /** Figures before the charts, in the placeholder. */
  cards?: number
  /** The period has begun but has no data yet. */
  isToCome?: (stats: Stats) => boolean
  /** Why there is nothing to show; false where there is. */
  whyEmpty?: (stats: Stats) => string | false
  /** What is missing then, after the period: 「売上はまだありません」 where nothing else is given. */
  nothing?: string
  children: (stats: Stats) => ReactNode
}

/** A report of 統計: its months, saved views, print and file, and what stands in place of figures that are missing. */
export function StatisticsScreen<Search extends PeriodSearch | object, Stats extends ReportHead, Key extends QueryKey>(
  props: StatisticsScreenProps<Search, Stats, Key>,
) {
  const { report, search, onSearchChange, read, query, save, hasLength, choices, above, isByShop, cards = 4 } = props
  const queryClient = useQueryClient()
  const { shop, month, months }: PeriodSearch = search
  const { period = periodName({ month, months }) } = props
  const withPeriod = (next: PeriodSearch): Search => ({ ...search, ...next })
  const upTo = (next: string) => withPeriod({ month: next === currentMonth() ? undefined : next })
  const everyShop = () => read({ ...search, shops: undefined, like: undefined })
  const name = viewedReports[report]
  return (
    <ReportScreen
      title="統計"
      tabs={<StatisticsTabs shop={shop} />}
      search={isByShop ? { shop: allShops } : { shop }}
      isByShop={isByShop}
      onShopChange={(next) => onSearchChange(isByShop ? everyShop() : withPeriod({ shop: next }))}
      period={`${name} ${period}`}
      query={query(search)}
      picker={(first) => (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <MonthPicker
            month={shownMonth({ month })}
            first={first?.slice(0, 7)}
            onChange={(next) => onSearchChange(upTo(next))}
            onIntent={(next) => void queryClient.prefetchQuery(query(upTo(next)))}
          />
          {hasLength && (
            <ChoiceSelect
              label="期間の長さ"
              value={months ?? 1}
              choices={lengths.map((length) => [length, length === 1 ? '1か月' : `${length}か月間`] as const)}
              onChange={(length) => onSearchChange(withPeriod({ months: length === 1 ? undefined : length }))}
            />
          )}
          {choices}
          <ReportViews report={report} read={read} search={search} onSearchChange={onSearchChange} />
        </div>
      )}
      above={above}
      save={save}
      skeleton={<Skeleton cards={cards} />}
    >
      {(stats) => {
        if (stats.dataAsOf !== null && props.isToCome?.(stats)) {
          const last = stats.dataAsOf.slice(0, 7)
          return (
            <ToCome
              period={period}
              last={formatMonth(last)}
              dataAsOf={stats.dataAsOf}
              onShowLast={() => onSearchChange(upTo(last))}
            />
          )
        }
        const reason = props.whyEmpty?.(stats)
        if (!reason) return <div className="space-y-4">{props.children(stats)}</div>
        const counting = stats.reach.counting.length
        return (
          <EmptyState title={`${period}の${props.nothing ?? `${name}はまだありません`}`}>
            <p>{counting > 0 ? `集計中です（あと${counting}か月）。数え終わると表示します。` : reason}</p>
          </EmptyState>
        )
      }}
    </ReportScreen>
  )
}

const Skeleton = ({ cards }: { cards: number }) => (
  <>
    <div className={headlineGrid}>
      {Array.from({ length: cards }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <Block key={card} className="h-32" />
      ))}
    </div>
    <Block className="h-96" />
  </>
)
