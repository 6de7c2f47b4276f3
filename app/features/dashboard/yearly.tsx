import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { YearlyStats } from '#contract/report.ts'
import { useCan } from '~/auth/session'
import { Block, headlineGrid, ToCome } from '~/components/report/report-states'
import { EmptyState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { ReportScreen } from '~/frame/report/report-screen'
import { exportYearlyStats } from '~/functions/report'
import { currentYear, shownYear } from '~/lib/period-in-url'
import { cn } from '~/lib/utils'
import { useSelectedShop } from '~/shop/selected-shop'
import { FiguresOf } from './figure-link'
import { isQuiet, isToCome } from './figures'
import { KpiCard } from './kpi-card'
import { PartnerSkeleton, useIsPartner } from './partner'
import { PartnerYear } from './partner-year'
import { PeriodTabs } from './period-tabs'
import { rowsBehind } from './rows-behind'
import { Unknown } from './unknown'
import { ComparisonPanel, MovementPanel } from './year-charts'
import { longRun, type YearKpi, yearCourse, yearFigure } from './year-figures'
import { YearPicker } from './year-picker'
import { requestedYear, type YearlySearch, yearlyStatsQuery, yearName } from './year-queries'
import { MonthsPanel, SalesPanel } from './year-tables'

interface YearlyProps {
  search: YearlySearch
  onSearchChange: (next: YearlySearch) => void
}

/** How this year goes in the selected shop, month by month and beside the year before. */
export function Yearly({ search: fromUrl, onSearchChange }: YearlyProps) {
  const isPartner = useIsPartner()
  // Trading partners see calendar years only, whatever the URL says.
  const search = isPartner ? { ...fromUrl, fiscalStartMonth: undefined } : fromUrl
  const queryClient = useQueryClient()
  const { shops, label } = useSelectedShop(search.shop)
  const selected = shownYear(search)
  const name = yearName(selected.year, selected.fiscalStartMonth)
  const searchFor = ({ year, fiscalStartMonth }: typeof selected) => ({
    ...search,
    month: undefined,
    year: year >= currentYear(fiscalStartMonth) ? undefined : year,
    fiscalStartMonth: fiscalStartMonth === 1 ? undefined : fiscalStartMonth,
  })

  return (
    <ReportScreen
      title="ダッシュボード"
      tabs={<PeriodTabs search={search} />}
      search={search}
      onShopChange={(shop) => onSearchChange({ ...search, shop })}
      period={name}
      daysOf={({ thisYearReport: { from, to } }) => ({ from, to })}
      query={yearlyStatsQuery(requestedYear(search, shops))}
      picker={(first) => (
        <YearPicker
          first={first}
          value={selected}
          hasStart={!isPartner}
          onChange={(next) => onSearchChange(searchFor(next))}
          onIntent={(next) => void queryClient.prefetchQuery(yearlyStatsQuery(requestedYear(searchFor(next), shops)))}
        />
      )}
      save={() => exportYearlyStats({ data: requestedYear(search, shops) })}
      skeleton={isPartner ? <PartnerSkeleton /> : <YearSkeleton />}
    >
      {(stats) => {
        const showYear = (year: number) => onSearchChange(searchFor({ ...selected, year }))
        if (isQuiet(stats.thisYearReport, stats.reach)) {
          return (
            <EmptyYear
              name={name}
              before={yearName(selected.year - 1, selected.fiscalStartMonth)}
              onShowBefore={stats.dataAsOf === null ? undefined : () => showYear(selected.year - 1)}
            />
          )
        }
        const shown = { stats, period: `${label} ${name}`, shop: search.shop }
        if (isPartner) return <PartnerYear {...shown} onShowYear={showYear} />
        const { dataAsOf } = stats
        if (!isToCome(stats.thisYearReport, dataAsOf)) return <Year {...shown} />
        const last = selected.year - 1
        return (
          <ToCome
            period={name}
            last={yearName(last, selected.fiscalStartMonth)}
            dataAsOf={dataAsOf}
            onShowLast={() => showYear(last)}
          />
        )
      }}
    </ReportScreen>
  )
}

const withMoney = [
  'closingMembers',
  'netSales',
  'admissions',
  'withdrawals',
  'annualChurn',
  'averageMonthlyChurn',
  'visitCount',
  'arpu',
] as const satisfies YearKpi[]
const withoutMoney = withMoney.filter((key) => key !== 'netSales' && key !== 'arpu')

interface YearProps {
  stats: YearlyStats
  /** Shop and year, as in 新宿店 2026年度. */
  period: string
  shop: string | undefined
}

function Year({ stats, period, shop }: YearProps) {
  const hasMoney = stats.thisYearReport.sales !== undefined
  // Renders the top first.
  const isWhole = useDeferredValue(true, false)
  return (
    <FiguresOf source={stats.requestInfo} rowsBehind={isWhole ? rowsBehind : undefined}>
      <div className="space-y-4">
        <Unknown stats={stats} report={stats.thisYearReport} />
        <div data-compact className={cn(headlineGrid, 'group')}>
          {(hasMoney ? withMoney : withoutMoney).map((key) => {
            const { comparedWith, difference, ...shown } = yearFigure(stats, key)
            return (
              <KpiCard
                key={key}
                {...shown}
                compared={[{ label: `${comparedWith}比`, difference }]}
                course={yearCourse(stats, key)}
              />
            )
          })}
          {longRun(stats).map((shown) => (
            <KpiCard key={shown.figure.key} {...shown} compared={[]} course={undefined} />
          ))}
        </div>
        <div className={panelGrid}>
          <ComparisonPanel stats={stats} period={period} />
          <MovementPanel stats={stats} period={period} />
          {isWhole ? (
            <>
              <MonthsPanel stats={stats} period={period} shop={shop} />
              <SalesPanel stats={stats} period={period} />
            </>
          ) : (
            <TableBlocks />
          )}
        </div>
      </div>
    </FiguresOf>
  )
}

const panelGrid =
  'grid grid-cols-[minmax(0,1fr)] gap-4 @min-[900px]:grid-cols-[repeat(2,minmax(0,1fr))] print:grid-cols-1'

/** Placeholder height of the figures while loading. */
function YearSkeleton() {
  const cards = useCan()('report.money') ? ['h-42', 'h-48', 'h-55'] : ['h-48', 'h-55']
  return (
    <>
      <div className={headlineGrid}>
        {cards.flatMap((height) => [1, 2, 3, 4].map((card) => <Block key={height + card} className={height} />))}
      </div>
      <div className={panelGrid}>
        <Block className="h-105" />
        <Block className="h-105" />
        <TableBlocks />
      </div>
    </>
  )
}

const TableBlocks = () => (
  <>
    <Block className="col-span-full h-141" />
    <Block className="col-span-full h-190" />
  </>
)

interface EmptyYearProps {
  name: string
  before: string
  /** Undefined where there are no data at all. */
  onShowBefore: (() => void) | undefined
}

function EmptyYear({ name, before, onShowBefore }: EmptyYearProps) {
  return (
    <EmptyState title={`${name}のデータはまだありません`}>
      <p>この年の会員・来館・売上の記録がありません。</p>
      {onShowBefore && (
        <Button variant="outline" size="lg" onClick={onShowBefore}>
          {before}を見る
        </Button>
      )}
    </EmptyState>
  )
}
