import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { KpiKey } from '#contract/kpi.ts'
import type { DailyReport, MonthlyStats } from '#contract/report.ts'
import { useCan } from '~/auth/session'
import { PrintHeader } from '~/components/print-header'
import { RefNumber } from '~/components/status-pages'
import { ThinBar } from '~/components/thin-bar'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { addMonths, currentMonth, formatDateTime, formatMonth } from '~/lib/dates'
import { tellFailure } from '~/lib/failure'
import { cn } from '~/lib/utils'
import { allShops, shopMeta, useChangeShop, useSelectedShop } from '~/shop/selected-shop'
import { DailyPanel } from './daily-panel'
import { comparison, figureOf, hasMasked, isEmpty, yearComparison } from './figures'
import { KpiCard } from './kpi-card'
import { MonthCsvButton } from './month-csv'
import { MonthPicker } from './month-picker'
import { MembersPanel, SalesBreakdown, SalesPanel, ScheduledPanel, VisitsPanel } from './panels'
import { type DashboardSearch, monthlyStatsQuery, requestedMonth, shownMonth } from './queries'

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
          <h1 className="text-xl font-semibold">ダッシュボード</h1>
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
              <MonthCsvButton request={requestedMonth({ ...search, month }, shops)} />
            </>
          )}
        </div>
      </div>

      {query.error && stats && <StaleNotice error={query.error} onRetry={() => void query.refetch()} />}
      {stats ? (
        <div className={cn('transition-opacity', query.isPlaceholderData && 'opacity-55')} aria-busy={query.isFetching}>
          {isEmpty(stats) ? (
            <EmptyMonth month={month} onShowMonth={showMonth} />
          ) : (
            <Month stats={stats} period={`${shopLabel} ${formatMonth(month)}`} />
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

/** 速報 or 確定, and up to when the club system's data reaches. */
function DataState({ stats, shop }: { stats: MonthlyStats | undefined; shop: string }) {
  return (
    <p className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
      <span className="font-medium text-foreground">{shop}</span>
      {stats && (
        <>
          <Chip tone={stats.isProvisional ? 'warning' : 'positive'}>{stats.isProvisional ? '速報' : '確定'}</Chip>
          <span className="figures text-xs">データ時点 {stats.dataAsOf ? formatDateTime(stats.dataAsOf) : '–'}</span>
        </>
      )}
    </p>
  )
}

interface Course {
  pick: (day: DailyReport) => number | null | undefined
  kind: 'bars' | 'line'
  /** Summed from the first of the month: dues are collected on two days, which would dwarf all others. */
  running?: boolean
}

interface Headline {
  key: KpiKey
  course: Course
}

const withMoney: Headline[] = [
  { key: 'closingMembers', course: { pick: (day) => day.closing, kind: 'line' } },
  { key: 'netSales', course: { pick: (day) => day.sales, kind: 'line', running: true } },
  { key: 'visitCount', course: { pick: (day) => day.visits, kind: 'bars' } },
  { key: 'churnRate', course: { pick: (day) => day.withdrawals, kind: 'bars' } },
]
const withoutMoney: Headline[] = [
  ...withMoney.filter(({ key }) => key !== 'netSales'),
  { key: 'visitRate', course: { pick: (day) => day.unique, kind: 'bars' } },
]

function courseOf(days: DailyReport[], { pick, running = false }: Course): (number | null)[] {
  let sum = 0
  return days.map((day) => {
    const value = pick(day) ?? null
    if (value === null || !running) return value
    sum += value
    return sum
  })
}

function Month({ stats, period }: { stats: MonthlyStats; period: string }) {
  const { sales } = stats.thisMonthReport
  const isOpen = stats.prevMonthToSameDay !== null
  const comparedWith = { month: comparison(stats).label, year: yearComparison(stats).label }
  // What is read first is drawn first.
  const isWhole = useDeferredValue(true, false)
  return (
    <div className="space-y-4">
      {hasMasked(stats) && (
        <p className="rounded-md bg-muted px-4 py-2.5 text-sm text-muted-foreground">
          「–」の項目は、5名未満のため表示していません。
        </p>
      )}
      <div className={headlineGrid}>
        {(sales ? withMoney : withoutMoney).map(({ key, course }) => (
          <KpiCard
            key={key}
            figure={figureOf(stats, key)}
            comparedWith={comparedWith}
            course={{ kind: course.kind, values: courseOf(stats.dailyReports, course) }}
          />
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
          </>
        ) : (
          <PanelBlocks />
        )}
      </div>
    </div>
  )
}

// By the room that the drawer leaves, not by the window.
const headlineGrid = 'grid gap-4 @min-[330px]:grid-cols-2 @min-[860px]:grid-cols-4 print:grid-cols-4 print:gap-2'
const panelGrid = 'grid grid-cols-[minmax(0,1fr)] gap-4 @min-[640px]:grid-cols-2 @min-[1160px]:grid-cols-3 print:gap-3'
const wide = '@min-[640px]:col-span-2'
const page = '@container mx-auto max-w-[1608px] px-4 pb-12 sm:px-6 print:px-0 print:pb-0'

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

const Block = ({ className }: { className: string }) => (
  <Card className={cn('p-5', className)}>
    <Skeleton className="h-4 w-24" />
    <Skeleton className="mt-3 h-7 w-36" />
  </Card>
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

interface FailureProps {
  error: Error
  onRetry: () => void
  onAllShops: () => void
}

function Failure({ error, onRetry, onAllShops }: FailureProps) {
  if (isApiError(error) && error.code === 'not_found') {
    return (
      <Notice title="この店舗は表示できません" alert>
        <p>店舗が存在しないか、担当範囲に含まれていません。</p>
        <Button size="lg" onClick={onAllShops}>
          担当店舗を表示
        </Button>
      </Notice>
    )
  }
  const { text, ref } = tellFailure(error)
  return (
    <Notice title="集計を表示できませんでした" alert>
      <p>{text}</p>
      {ref && <RefNumber>{ref}</RefNumber>}
      <Button size="lg" onClick={onRetry}>
        再試行
      </Button>
    </Notice>
  )
}

/** The figures on the screen are older than they should be. */
function StaleNotice({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { text, ref } = tellFailure(error)
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-danger-surface px-4 py-2.5 text-sm text-bad"
    >
      <div>
        最新の集計を取得できませんでした。{text}
        {ref && <RefNumber>{ref}</RefNumber>}
      </div>
      <Button variant="outline" onClick={onRetry}>
        再試行
      </Button>
    </div>
  )
}

function Notice({ title, alert = false, children }: { title: string; alert?: boolean; children: ReactNode }) {
  return (
    <Card
      role={alert ? 'alert' : 'status'}
      className="flex min-h-96 flex-col items-center justify-center gap-4 px-6 py-12 text-center text-muted-foreground"
    >
      <h2 className="text-base font-semibold text-foreground">{title}</h2>
      {children}
    </Card>
  )
}
