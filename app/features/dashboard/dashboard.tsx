import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { MonthlyStats } from '#contract/report.ts'
import { useCan } from '~/auth/session'
import { PrintHeader } from '~/components/print-header'
import { ThinBar } from '~/components/thin-bar'
import { Button } from '~/components/ui/button'
import { exportMonthlyStats } from '~/functions/report'
import { addMonths, currentMonth, formatMonth } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { allShops, shopMeta, useChangeShop, useSelectedShop } from '~/shop/selected-shop'
import { dailyCourse } from './course'
import { CsvButton } from './csv-button'
import { DailyPanel } from './daily-panel'
import { FiguresOf } from './figure-link'
import { comparison, figureOf, hasMasked, isQuiet, type PeriodKpi, yearComparison } from './figures'
import { KpiCard } from './kpi-card'
import { MonthPicker } from './month-picker'
import { MembersPanel, SalesBreakdown, SalesPanel, ScheduledPanel, VisitsPanel } from './panels'
import { PeriodTabs } from './period-tabs'
import { type DashboardSearch, monthlyStatsQuery, requestedMonth, shownMonth } from './queries'
import { Block, DataState, Failure, headlineGrid, Notice, page, StaleNotice } from './report-states'
import { useMorePanels } from './use-more-panels'

interface DashboardProps {
  search: DashboardSearch
  onSearchChange: (next: DashboardSearch) => void
}

/** How this month goes in the selected shop. */
export function Dashboard({ search, onSearchChange }: DashboardProps) {
  const queryClient = useQueryClient()
  const can = useCan()
  const changeShop = useChangeShop()
  const { shopId, shops, label: shopLabel } = useSelectedShop(search.shop)
  const month = shownMonth(search)
  const request = (asked: string) => monthlyStatsQuery(requestedMonth({ ...search, month: asked }, shops))
  const query = useQuery({
    ...request(month),
    // The month before stays while the next one loads; another shop's figures never do.
    placeholderData: (previous, previousQuery) =>
      previousQuery?.meta?.shop === shopMeta(shopId).shop ? previous : undefined,
  })
  const stats = query.data

  const showMonth = (next: string) => onSearchChange({ ...search, month: next === currentMonth() ? undefined : next })
  const showAllShops = () => {
    changeShop(undefined)
    onSearchChange({ ...search, shop: allShops })
  }

  return (
    <div className={page}>
      <div className="sticky top-header z-30 -mx-4 sm:-mx-6">
        <ThinBar active={query.isFetching} />
      </div>
      <PrintHeader shop={shopLabel} period={formatMonth(month)} asOf={stats?.dataAsOf ?? null} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-4 pb-5 print:hidden">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <h1 className="text-xl font-semibold">ダッシュボード</h1>
            <PeriodTabs shop={search.shop} />
          </div>
          <DataState stats={stats} shop={shopLabel} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <MonthPicker
            month={month}
            onChange={showMonth}
            onIntent={(next) => void queryClient.prefetchQuery(request(next))}
          />
          {can('report.export') && (
            <>
              <Button variant="outline" onClick={() => window.print()} className="max-sm:w-9 max-sm:px-0">
                <Printer aria-hidden />
                <span className="max-sm:sr-only">印刷</span>
              </Button>
              <CsvButton save={() => exportMonthlyStats({ data: requestedMonth({ ...search, month }, shops) })} />
            </>
          )}
        </div>
      </div>

      {query.error && stats && <StaleNotice error={query.error} onRetry={() => void query.refetch()} />}
      {stats ? (
        <div className={cn('transition-opacity', query.isPlaceholderData && 'opacity-55')} aria-busy={query.isFetching}>
          {isQuiet(stats.thisMonthReport) ? (
            <EmptyMonth month={month} onShowMonth={showMonth} />
          ) : (
            <Month
              stats={stats}
              period={`${shopLabel} ${formatMonth(month)}`}
              monthInUrl={search.month}
              isOfManyShops={shopId === undefined && shops.length > 1}
            />
          )}
        </div>
      ) : query.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} onAllShops={showAllShops} />
      ) : (
        <MonthSkeleton />
      )}
    </div>
  )
}

const withMoney = ['closingMembers', 'netSales', 'visitCount', 'churnRate'] as const satisfies PeriodKpi[]
const withoutMoney = ['closingMembers', 'visitCount', 'churnRate', 'visitRate'] as const satisfies PeriodKpi[]

interface MonthProps {
  stats: MonthlyStats
  /** Shop and month, as in 新宿店 2026年11月. */
  period: string
  monthInUrl: string | undefined
  isOfManyShops: boolean
}

function Month({ stats, period, monthInUrl, isOfManyShops }: MonthProps) {
  const { sales } = stats.thisMonthReport
  const isOpen = stats.prevMonthToSameDay !== null
  // What is read first is drawn first.
  const isWhole = useDeferredValue(true, false)
  const MorePanels = useMorePanels()
  return (
    <FiguresOf source={isWhole ? stats.requestInfo : null}>
      <div className="space-y-4">
        {hasMasked(stats.thisMonthReport) && (
          <p className="rounded-md bg-muted px-4 py-2.5 text-sm text-muted-foreground">
            「–」の項目は、5名未満のため表示していません。
          </p>
        )}
        <div className={headlineGrid}>
          {(sales ? withMoney : withoutMoney).map((key) => (
            <Headline key={key} stats={stats} of={key} />
          ))}
        </div>
        <div className={panelGrid}>
          <DailyPanel stats={stats} period={period} className={wide} />
          {isWhole ? (
            <>
              <MembersPanel stats={stats} period={period} />
              <VisitsPanel stats={stats} />
              <SalesPanel stats={stats} />
              {sales && <SalesBreakdown sales={sales} />}
              {isOpen && <ScheduledPanel scheduled={stats.scheduled} className={sales ? 'col-span-full' : wide} />}
              {MorePanels ? (
                <MorePanels
                  stats={stats}
                  period={period}
                  isOfManyShops={isOfManyShops}
                  monthInUrl={monthInUrl}
                  wide={wide}
                />
              ) : (
                <MoreBlocks />
              )}
            </>
          ) : (
            <>
              <PanelBlocks />
              <MoreBlocks />
            </>
          )}
        </div>
      </div>
    </FiguresOf>
  )
}

function Headline({ stats, of }: { stats: MonthlyStats; of: PeriodKpi }) {
  const figure = figureOf(stats, of)
  return (
    <KpiCard
      figure={figure}
      compared={[
        { label: `${comparison(stats).label}比`, difference: figure.difference },
        { label: `${yearComparison(stats).label}比`, difference: figure.yearDifference },
      ]}
      course={dailyCourse(stats.dailyReports, of)}
    />
  )
}

const panelGrid = 'grid grid-cols-[minmax(0,1fr)] gap-4 @min-[640px]:grid-cols-2 @min-[1160px]:grid-cols-3 print:gap-3'
const wide = '@min-[640px]:col-span-2'

/** The figures' height before they have come. */
function MonthSkeleton() {
  return (
    <div className="space-y-4">
      <p role="status" className="sr-only">
        読み込み中...
      </p>
      <div className={headlineGrid}>
        <Block className="h-45" />
        <Block className="h-45" />
        <Block className="h-45" />
        <Block className="h-45" />
      </div>
      <div className={panelGrid}>
        <Block className={cn(wide, 'h-109')} />
        <PanelBlocks />
        <MoreBlocks />
      </div>
    </div>
  )
}

/** The panels beside and below the chart. */
const PanelBlocks = () => (
  <>
    <Block className="h-109" />
    <Block className="h-88" />
    <Block className="h-88" />
    <Block className="h-88" />
  </>
)

/** The panels below the first screen. */
const MoreBlocks = () => (
  <>
    <Block className={cn(wide, 'h-114 @min-[640px]:h-60')} />
    <Block className="h-95 @min-[640px]:h-75" />
    <Block className="h-54 @min-[640px]:h-75" />
    <Block className={cn(wide, 'h-152 @min-[640px]:h-78')} />
    <Block className="col-span-full h-101 @min-[640px]:h-94" />
  </>
)

function EmptyMonth({ month, onShowMonth }: { month: string; onShowMonth: (month: string) => void }) {
  const before = addMonths(month, -1)
  return (
    <Notice title={`${formatMonth(month)}のデータはまだありません`}>
      <p>この月の会員・来館・売上の記録がありません。</p>
      <Button
        variant="outline"
        size="lg"
        onClick={() => onShowMonth(month === currentMonth() ? before : currentMonth())}
      >
        {formatMonth(month === currentMonth() ? before : currentMonth())}を見る
      </Button>
    </Notice>
  )
}
