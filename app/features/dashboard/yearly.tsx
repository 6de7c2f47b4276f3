import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { YearlyStats } from '#contract/report.ts'
import { useCan } from '~/auth/session'
import { PrintHeader } from '~/components/print-header'
import { ThinBar } from '~/components/thin-bar'
import { Button } from '~/components/ui/button'
import { exportYearlyStats } from '~/functions/report'
import { cn } from '~/lib/utils'
import { allShops, shopMeta, useChangeShop, useSelectedShop } from '~/shop/selected-shop'
import { CsvButton } from './csv-button'
import { FiguresOf } from './figure-link'
import { hasMasked, isQuiet, shownFigure } from './figures'
import { KpiCard } from './kpi-card'
import { PeriodTabs } from './period-tabs'
import { Block, DataState, Failure, headlineGrid, Notice, page, StaleNotice } from './report-states'
import { ComparisonPanel, MovementPanel } from './year-charts'
import { lastYear, type YearKpi, yearCourse, yearFigure } from './year-figures'
import { YearPicker } from './year-picker'
import { currentYear, requestedYear, shownYear, type YearlySearch, yearlyStatsQuery, yearName } from './year-queries'
import { MonthsPanel, SalesPanel } from './year-tables'

interface YearlyProps {
  search: YearlySearch
  onSearchChange: (next: YearlySearch) => void
}

/** How this year goes in the selected shop, month by month and beside the year before. */
export function Yearly({ search, onSearchChange }: YearlyProps) {
  const queryClient = useQueryClient()
  const can = useCan()
  const changeShop = useChangeShop()
  const { shopId, shops, label: shopLabel } = useSelectedShop(search.shop)
  const asked = shownYear(search)
  const name = yearName(asked.year, asked.fiscalStartMonth)
  const query = useQuery({
    ...yearlyStatsQuery(requestedYear(search, shops)),
    // The year before stays while the next one loads; another shop's figures never do.
    placeholderData: (previous, previousQuery) =>
      previousQuery?.meta?.shop === shopMeta(shopId).shop ? previous : undefined,
  })
  const stats = query.data

  const searchFor = ({ year, fiscalStartMonth }: typeof asked): YearlySearch => ({
    ...search,
    year: year >= currentYear(fiscalStartMonth) ? undefined : year,
    fiscalStartMonth: fiscalStartMonth === 1 ? undefined : fiscalStartMonth,
  })
  const showAllShops = () => {
    changeShop(undefined)
    onSearchChange({ ...search, shop: allShops })
  }

  return (
    <div className={cn(page, 'print-landscape')}>
      <div className="sticky top-header z-30 -mx-4 sm:-mx-6">
        <ThinBar active={query.isFetching} />
      </div>
      <PrintHeader shop={shopLabel} period={name} asOf={stats?.dataAsOf ?? null} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-4 pb-5 print:hidden">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <h1 className="text-xl font-semibold">ダッシュボード</h1>
            <PeriodTabs shop={search.shop} />
          </div>
          <DataState stats={stats} shop={shopLabel} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <YearPicker
            asked={asked}
            onChange={(next) => onSearchChange(searchFor(next))}
            onIntent={(next) => void queryClient.prefetchQuery(yearlyStatsQuery(requestedYear(searchFor(next), shops)))}
          />
          {can('report.export') && (
            <>
              <Button variant="outline" onClick={() => window.print()} className="max-sm:w-9 max-sm:px-0">
                <Printer aria-hidden />
                <span className="max-sm:sr-only">印刷</span>
              </Button>
              <CsvButton save={() => exportYearlyStats({ data: requestedYear(search, shops) })} />
            </>
          )}
        </div>
      </div>

      {query.error && stats && <StaleNotice error={query.error} onRetry={() => void query.refetch()} />}
      {stats ? (
        <div className={cn('transition-opacity', query.isPlaceholderData && 'opacity-55')} aria-busy={query.isFetching}>
          {isQuiet(stats.thisYearReport) ? (
            <EmptyYear
              name={name}
              before={yearName(asked.year - 1, asked.fiscalStartMonth)}
              onShowBefore={() => onSearchChange(searchFor({ ...asked, year: asked.year - 1 }))}
            />
          ) : (
            <Year stats={stats} period={`${shopLabel} ${name}`} shop={search.shop} />
          )}
        </div>
      ) : query.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} onAllShops={showAllShops} />
      ) : (
        <YearSkeleton />
      )}
    </div>
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
] as const satisfies YearKpi[]
const withoutMoney = withMoney.filter((key) => key !== 'netSales')

interface YearProps {
  stats: YearlyStats
  /** Shop and year, as in 新宿店 2026年度. */
  period: string
  shop: string | undefined
}

function Year({ stats, period, shop }: YearProps) {
  const { label } = lastYear(stats)
  // What is read first is drawn first.
  const isWhole = useDeferredValue(true, false)
  return (
    <FiguresOf source={isWhole ? stats.requestInfo : null}>
      <div className="space-y-4">
        {hasMasked(stats.thisYearReport) && (
          <p className="rounded-md bg-muted px-4 py-2.5 text-sm text-muted-foreground">
            「–」の項目は、5名未満のため表示していません。
          </p>
        )}
        {/* On paper the charts stand on the same page. */}
        <div data-compact className={cn(headlineGrid, 'group')}>
          {(stats.thisYearReport.sales ? withMoney : withoutMoney).map((key) => {
            const figure = yearFigure(stats, key)
            return (
              <KpiCard
                key={key}
                figure={figure}
                compared={[{ label: `${label}比`, difference: figure.difference }]}
                course={yearCourse(stats, key)}
              />
            )
          })}
          <KpiCard
            figure={shownFigure('equilibrium', stats.equilibrium)}
            compared={[]}
            note="直近の締まった12か月から"
            course={undefined}
          />
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
  'grid grid-cols-[minmax(0,1fr)] gap-4 @min-[900px]:grid-cols-[repeat(2,minmax(0,1fr))] print:grid-cols-[repeat(2,minmax(0,1fr))] print:gap-3'

/** The figures' height before they have come. */
function YearSkeleton() {
  return (
    <div className="space-y-4">
      <p role="status" className="sr-only">
        読み込み中...
      </p>
      <div className={headlineGrid}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
          <Block key={card} className="h-40" />
        ))}
      </div>
      <div className={panelGrid}>
        <Block className="h-105" />
        <Block className="h-105" />
        <TableBlocks />
      </div>
    </div>
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
  onShowBefore: () => void
}

function EmptyYear({ name, before, onShowBefore }: EmptyYearProps) {
  return (
    <Notice title={`${name}のデータはまだありません`}>
      <p>この年の会員・来館・売上の記録がありません。</p>
      <Button variant="outline" size="lg" onClick={onShowBefore}>
        {before}を見る
      </Button>
    </Notice>
  )
}
