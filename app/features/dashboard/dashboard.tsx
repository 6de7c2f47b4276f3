import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, memo } from 'react'
import type { MonthlyStats } from '#contract/report.ts'
import { lazyPart, Unloaded } from '~/components/lazy-part'
import { MonthPicker } from '~/components/report/month-picker'
import { Block, headlineGrid, ToCome } from '~/components/report/report-states'
import { ReportScreen } from '~/frame/report/report-screen'
import { exportMonthlyStats } from '~/functions/report'
import { currentMonth, formatMonth } from '~/lib/dates'
import { shownMonth } from '~/lib/period-in-url'
import { useAfterFirstFrame } from '~/lib/use-after-first-frame'
import { useSelectedShop } from '~/shop/selected-shop'
import { dailyCourse } from './course'
import { FiguresOf } from './figure-link'
import { figureOf, isQuiet, isToCome, type PeriodKpi } from './figures'
import { headlineOf } from './headline'
import { KpiCard } from './kpi-card'
import { AheadBlock, ChartBlock, PanelBlocks, panelGrid, wide } from './month-blocks'
import { PartnerSkeleton, useIsPartner } from './partner'
import { PeriodTabs } from './period-tabs'
import { type DashboardSearch, isPresent, monthlyStatsQuery, requestedMonth } from './queries'
import { Today } from './today'
import { useMorePanels } from './use-more-panels'

// Drawn right after the figures.
const DailyPanel = lazyPart(() => import('./daily-panel.lazy'), { waiting: <ChartBlock />, isEarly: true })
const EmptyMonth = lazyPart(() => import('./empty-month.lazy'))
const PartnerMonth = lazyPart(() => import('./partner-month.lazy'), { waiting: <PartnerSkeleton /> })

interface DashboardProps {
  search: DashboardSearch
  onSearchChange: (next: DashboardSearch) => void
}

/** How this month goes in the selected shop. */
export function Dashboard({ search, onSearchChange }: DashboardProps) {
  const queryClient = useQueryClient()
  const { shopId, shops, label } = useSelectedShop(search.shop)
  const month = shownMonth(search)
  const isPartner = useIsPartner()
  const inputFor = (shown: string) => requestedMonth({ ...search, month: shown }, shops)
  // Without a month in the URL a partner sees the last one that is over.
  const isFirst = (shown: string) => shown === currentMonth() && !isPartner
  const showMonth = (next: string) =>
    onSearchChange({ ...search, month: isFirst(next) ? undefined : next, year: undefined })

  return (
    <ReportScreen
      title="ダッシュボード"
      tabs={<PeriodTabs search={search} />}
      search={search}
      onShopChange={(shop) => onSearchChange({ ...search, shop })}
      period={formatMonth(month)}
      daysOf={({ thisMonthReport: { from, to } }) => ({ from, to })}
      query={monthlyStatsQuery(inputFor(month))}
      picker={(first) => (
        <MonthPicker
          month={month}
          first={first?.slice(0, 7)}
          onChange={showMonth}
          onIntent={(next) => void queryClient.prefetchQuery(monthlyStatsQuery(inputFor(next)))}
        />
      )}
      above={isPresent(search) && <Today shop={search.shop} />}
      save={() => exportMonthlyStats({ data: inputFor(month) })}
      skeleton={isPartner ? <PartnerSkeleton /> : <MonthSkeleton />}
    >
      {(stats) => {
        if (isQuiet(stats.thisMonthReport, stats.reach)) {
          return <EmptyMonth month={month} onShowMonth={stats.dataAsOf ? showMonth : undefined} />
        }
        const shown = {
          stats,
          period: `${label} ${formatMonth(month)}`,
          monthInUrl: search.month ?? (search.year ? month : undefined),
          isOfManyShops: shopId === undefined && shops.length > 1,
        }
        if (isPartner) return <PartnerMonth {...shown} month={month} onShowMonth={showMonth} />
        const { dataAsOf } = stats
        if (!isToCome(stats.thisMonthReport, dataAsOf)) return <Month {...shown} />
        const last = currentMonth(new Date(dataAsOf))
        return (
          <ToCome
            period={formatMonth(month)}
            last={formatMonth(last)}
            {...{ dataAsOf }}
            onShowLast={() => showMonth(last)}
          />
        )
      }}
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

const Month = memo(function Month({ stats, period, monthInUrl, isOfManyShops }: MonthProps) {
  const { sales } = stats.thisMonthReport
  const isOpen = stats.prevMonthToSameDay !== null
  const isBelowDue = useAfterFirstFrame()
  const { found: more, hasFailed, retry } = useMorePanels(isBelowDue)
  return (
    <FiguresOf source={stats.requestInfo} rowsBehind={more?.rowsBehind}>
      <div className="space-y-4">
        <div className={headlineGrid}>
          {(sales === undefined ? withoutMoney : withMoney).map((key) => (
            <Headline key={key} stats={stats} of={key} Why={more?.WhyOf} />
          ))}
        </div>
        {hasFailed && <Unloaded onRetry={retry} />}
        {more && <more.WhyOfMonth stats={stats} />}
        {more && <more.Unknown stats={stats} report={stats.thisMonthReport} />}
        {isOpen && (more ? <more.TargetPanel stats={stats} /> : hasFailed || <AheadBlock />)}
        <div className={panelGrid}>
          {isBelowDue ? (
            <DailyPanel stats={stats} period={period} Chart={more?.DailyChart} className={wide} />
          ) : (
            <ChartBlock />
          )}
          {more ? (
            <more.MorePanels stats={stats} period={period} isOfManyShops={isOfManyShops} monthInUrl={monthInUrl} />
          ) : (
            hasFailed || (isBelowDue && <PanelBlocks isOpen={isOpen} />)
          )}
        </div>
      </div>
    </FiguresOf>
  )
})

interface HeadlineProps {
  stats: MonthlyStats
  of: PeriodKpi
  /** 「なぜ」, once it has loaded. */
  Why: ComponentType<{ of: PeriodKpi }> | undefined
}

function Headline({ stats, of, Why }: HeadlineProps) {
  const headline = headlineOf(stats, of)
  return (
    <KpiCard
      {...headline}
      // Also where the card shows what is known to come, which is not compared with whole months.
      why={Why && figureOf(stats, of).difference && <Why of={of} />}
      course={dailyCourse(stats.dailyReports, of)}
    />
  )
}

/** Placeholder height of the figures while loading. */
const MonthSkeleton = () => (
  <>
    <div className={headlineGrid}>
      <Block className="h-45" />
      <Block className="h-45" />
      <Block className="h-45" />
      <Block className="h-45" />
    </div>
    <AheadBlock />
    <div className={panelGrid}>
      <ChartBlock />
      <PanelBlocks isOpen />
    </div>
  </>
)
