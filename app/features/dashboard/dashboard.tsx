import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { MonthlyStats } from '#contract/report.ts'
import { EmptyState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { exportMonthlyStats } from '~/functions/report'
import { addMonths, currentMonth, formatMonth } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { useSelectedShop } from '~/shop/selected-shop'
import { dailyCourse } from './course'
import { DailyPanel } from './daily-panel'
import { FiguresOf } from './figure-link'
import { comparison, figureOf, hasMasked, isQuiet, type PeriodKpi, yearComparison } from './figures'
import { KpiCard } from './kpi-card'
import { MonthPicker } from './month-picker'
import { MembersPanel, SalesBreakdown, SalesPanel, ScheduledPanel, VisitsPanel } from './panels'
import { type DashboardSearch, monthlyStatsQuery, requestedMonth, shownMonth } from './queries'
import { ReportScreen } from './report-screen'
import { Block, headlineGrid, MaskedNote } from './report-states'
import { useMorePanels } from './use-more-panels'

interface DashboardProps {
  search: DashboardSearch
  onSearchChange: (next: DashboardSearch) => void
}

/** How this month goes in the selected shop. */
export function Dashboard({ search, onSearchChange }: DashboardProps) {
  const queryClient = useQueryClient()
  const { shopId, shops, label } = useSelectedShop(search.shop)
  const month = shownMonth(search)
  const inputFor = (shown: string) => requestedMonth({ ...search, month: shown }, shops)
  const showMonth = (next: string) => onSearchChange({ ...search, month: next === currentMonth() ? undefined : next })

  return (
    <ReportScreen
      search={search}
      onShopChange={(shop) => onSearchChange({ ...search, shop })}
      period={formatMonth(month)}
      query={monthlyStatsQuery(inputFor(month))}
      picker={
        <MonthPicker
          month={month}
          onChange={showMonth}
          onIntent={(next) => void queryClient.prefetchQuery(monthlyStatsQuery(inputFor(next)))}
        />
      }
      save={() => exportMonthlyStats({ data: inputFor(month) })}
      skeleton={<MonthSkeleton />}
    >
      {(stats) =>
        isQuiet(stats.thisMonthReport) ? (
          <EmptyMonth month={month} onShowMonth={showMonth} />
        ) : (
          <Month
            stats={stats}
            period={`${label} ${formatMonth(month)}`}
            monthInUrl={search.month}
            isOfManyShops={shopId === undefined && shops.length > 1}
          />
        )
      }
    </ReportScreen>
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
        {hasMasked(stats.thisMonthReport) && <MaskedNote />}
        <div className={headlineGrid}>
          {(sales ? withMoney : withoutMoney).map((key) => (
            <Headline key={key} stats={stats} of={key} />
          ))}
        </div>
        <div className={panelGrid}>
          <DailyPanel stats={stats} period={period} className={wide} />
          {isWhole ? (
            <>
              <div className={cn('grid grid-cols-[minmax(0,1fr)]', isOpen && tall)}>
                <MembersPanel stats={stats} period={period} />
              </div>
              <VisitsPanel stats={stats} />
              <SalesPanel stats={stats} />
              {sales && <SalesBreakdown sales={sales} />}
              {isOpen && <ScheduledPanel scheduled={stats.scheduled} className={cn('col-span-full', underChart)} />}
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
              <PanelBlocks isOpen={isOpen} />
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
// Three abreast, the members' rows are higher than the chart: what is to come fills the room below it.
const tall = '@min-[1160px]:row-span-2'
const underChart = '@min-[1160px]:col-span-2 @min-[1160px]:col-start-1 @min-[1160px]:row-start-2'

/** The figures' height before they have come. */
const MonthSkeleton = () => (
  <>
    <div className={headlineGrid}>
      <Block className="h-45" />
      <Block className="h-45" />
      <Block className="h-45" />
      <Block className="h-45" />
    </div>
    <div className={panelGrid}>
      <Block className={cn(wide, 'h-109')} />
      <PanelBlocks isOpen />
      <MoreBlocks />
    </div>
  </>
)

/** The panels beside and below the chart. */
const PanelBlocks = ({ isOpen }: { isOpen: boolean }) => (
  <>
    <Block className={cn('h-156 @min-[640px]:h-131', isOpen && tall)} />
    <Block className="h-113 @min-[640px]:h-98" />
    <Block className="h-79 @min-[640px]:h-88" />
    <Block className="h-88" />
    {isOpen && <Block className={cn('col-span-full h-48 @min-[640px]:h-28', underChart)} />}
  </>
)

/** The panels below the first screen. */
const MoreBlocks = () => (
  <>
    <Block className={cn(wide, 'h-114 @min-[640px]:h-60')} />
    <Block className="h-95 @min-[640px]:h-75" />
    <Block className="h-66 @min-[640px]:h-75" />
    <Block className={cn(wide, 'h-152 @min-[640px]:h-78')} />
    <Block className="col-span-full h-101 @min-[640px]:h-94" />
  </>
)

function EmptyMonth({ month, onShowMonth }: { month: string; onShowMonth: (month: string) => void }) {
  const before = addMonths(month, -1)
  return (
    <EmptyState title={`${formatMonth(month)}のデータはまだありません`}>
      <p>この月の会員・来館・売上の記録がありません。</p>
      <Button
        variant="outline"
        size="lg"
        onClick={() => onShowMonth(month === currentMonth() ? before : currentMonth())}
      >
        {formatMonth(month === currentMonth() ? before : currentMonth())}を見る
      </Button>
    </EmptyState>
  )
}
