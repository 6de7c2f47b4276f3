import { type QueryKey, type UseQueryOptions, useQueryClient } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ViewedReport, viewedReports } from '#contract/words/saved-view.ts'
import { ChoiceSelect } from '~/components/choice-select'
import { MonthPicker } from '~/components/report/month-picker'
import { Block, headlineGrid, ToCome } from '~/components/report/report-states'
import { EmptyState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { type ReportHead, ReportScreen } from '~/frame/report/report-screen'
import { currentMonth, formatMonth } from '~/lib/dates'
import { lengths, shownMonth } from '~/lib/period-in-url'
import { cn } from '~/lib/utils'
import { allShops } from '~/shop/selected-shop'
import { controls } from './controls'
import { lastMonthOver, monthsInWords, type PeriodSearch } from './period'
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
  /** The days that the figures count; null: none. */
  daysOf: (stats: Stats) => { from: string; to: string } | null
  /** How many months are shown together, where the URL does not say. */
  length?: number
  /** Only of months that are over. */
  isOfClosed?: boolean
  /** What the picker calls a month; omitted: the months that are shown with it. */
  nameOf?: (month: string) => string
  /** Several months may be shown together. */
  hasLength?: boolean
  /** The shortest such length, and the one of a URL without any. */
  shortest?: (typeof lengths)[number]
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
  /** What the figures say, in a sentence above them. */
  verdict?: (stats: Stats) => string | undefined
  /** What is missing then, after the period: 「売上はまだありません」 where nothing else is given. */
  nothing?: string
  children: (stats: Stats) => ReactNode
}

/** A report of 統計: its months, saved views, print and file, and what stands in place of figures that are missing. */
export function StatisticsScreen<Search extends PeriodSearch | object, Stats extends ReportHead, Key extends QueryKey>(
  props: StatisticsScreenProps<Search, Stats, Key>,
) {
  const { report, search, onSearchChange, read, query, save, hasLength, choices, above, isByShop, cards = 4 } = props
  const { isOfClosed, shortest = 1 } = props
  const queryClient = useQueryClient()
  const [hasControls, setHasControls] = useState(false)
  const { shop, months }: PeriodSearch = search
  const withPeriod = (next: PeriodSearch): Search => ({ ...search, ...next })
  const upTo = (next: string) => withPeriod({ month: next === currentMonth() ? undefined : next, year: undefined })
  const lastOf = (dataAsOf?: string | null) => (isOfClosed ? lastMonthOver(dataAsOf) : currentMonth())
  const shownOf = (dataAsOf?: string | null) => [shownMonth(search), lastOf(dataAsOf)].sort()[0] as string
  const chosen = months ?? shortest
  const { length = hasLength ? chosen : 1 } = props
  const { nameOf = (month) => monthsInWords(month, length) } = props
  const period = nameOf(shownOf())
  const everyShop = () => read({ ...search, shops: undefined, like: undefined })
  const name = viewedReports[report]
  return (
    <ReportScreen
      title="統計"
      tabs={<StatisticsTabs search={search} />}
      search={isByShop ? { shop: allShops } : { shop }}
      isByShop={isByShop}
      onShopChange={(next) => onSearchChange(isByShop ? everyShop() : withPeriod({ shop: next }))}
      name={name}
      period={period}
      daysOf={props.daysOf}
      query={query(search)}
      className={cn('group/report', hasControls && 'is-open')}
      picker={(first, dataAsOf) => (
        <>
          <Button
            variant="outline"
            aria-expanded={hasControls}
            onClick={() => setHasControls(!hasControls)}
            className="sm:hidden print:hidden"
          >
            <SlidersHorizontal aria-hidden />
            絞り込み・期間
          </Button>
          <div className={cn('items-center gap-2 max-sm:order-last max-sm:basis-full', controls)}>
            <MonthPicker
              month={shownOf(dataAsOf)}
              last={lastOf(dataAsOf)}
              nameOf={nameOf}
              first={first?.slice(0, 7)}
              onChange={(next) => onSearchChange(upTo(next))}
              onIntent={(next) => void queryClient.prefetchQuery(query(upTo(next)))}
            />
            {hasLength && (
              <ChoiceSelect
                label="期間の長さ"
                value={chosen}
                choices={lengths
                  .filter((length) => length >= shortest)
                  .map((length) => [length, length === 1 ? '1か月' : `${length}か月間`] as const)}
                onChange={(length) =>
                  onSearchChange(withPeriod({ months: length === 1 || length === shortest ? undefined : length }))
                }
              />
            )}
            {choices}
          </div>
          <ReportViews report={report} read={read} search={search} onSearchChange={onSearchChange} />
        </>
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
        if (!reason) {
          const verdict = props.verdict?.(stats)
          return (
            <div className="space-y-4">
              {verdict && <p className="figures text-base font-semibold">{verdict}</p>}
              {props.children(stats)}
            </div>
          )
        }
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
