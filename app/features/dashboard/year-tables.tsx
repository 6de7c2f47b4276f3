import { Link } from '@tanstack/react-router'
import { kpi } from '#contract/kpi.ts'
import type { KpiFormulas } from '#contract/kpi-formulas.ts'
import type { YearlyStats } from '#contract/report.ts'
import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { formatPercent } from '~/lib/format'
import { FigureInTable } from './figure-in-table'
import { type PeriodKpi, pointOf, read, type ShownFigure, shownFigure, type Value } from './figures'
import { headOfFigure, isAhead, isOpen, isRunning, type MonthOfYear, salesShare } from './year-figures'

interface TableProps {
  stats: YearlyStats
  /** Shop and year, as in 新宿店 2026年度. */
  period: string
}

const people = [
  'closingMembers',
  'admissions',
  'withdrawals',
  'netGrowth',
  'churnRate',
  'visitCount',
  'visitRate',
  'utilization',
  'trialConversion',
] as const satisfies PeriodKpi[]
const money = ['netSales', 'arpu', 'collectionRate'] as const satisfies PeriodKpi[]

const nameOf = ({ year, month }: MonthOfYear) => `${year}年${month}月`
const inMonth = ({ year, month }: MonthOfYear) => ({ year, month })
const inUrl = ({ year, month }: MonthOfYear) => `${year}-${String(month).padStart(2, '0')}`

interface MonthsPanelProps extends TableProps {
  shop: string | undefined
  columns?: readonly PeriodKpi[]
  shownAs?: (key: PeriodKpi, value: Value) => ShownFigure
}

/** The year by month; each month links to its own screen. */
export function MonthsPanel({
  stats,
  period,
  shop,
  columns = stats.thisYearReport.sales === undefined ? people : [...people, ...money],
  shownAs = shownFigure,
}: MonthsPanelProps) {
  return (
    <Panel
      title="月ごとの集計"
      aside={<span className="text-xs text-muted-foreground print:hidden">月を選ぶと、その月の月次が開きます</span>}
      className="col-span-full min-w-0"
    >
      <FigureTable
        caption={`${period}の月ごとの集計`}
        className=""
        rowClass="hover:bg-muted"
        isDense
        head="月"
        rows={stats.monthlyReports}
        keyOf={({ from }) => from}
        nameOf={(report) => <MonthName stats={stats} report={report} shop={shop} />}
        columns={columns.map((key) => ({
          ...headOfFigure(stats, key),
          value: (report: MonthOfYear) => (
            <FigureInTable
              figure={shownAs(key, isAhead(stats, report) ? null : read[key](report))}
              row={nameOf(report)}
              period={inMonth(report)}
            />
          ),
          total: <FigureInTable figure={shownAs(key, read[key](stats.thisYearReport))} row="年計" />,
        }))}
        total="年計"
      />
      {columns.includes('visitRate') && <YearTotalNote stats={stats} />}
    </Panel>
  )
}

/** 年計 of figures that cannot be summed over months. */
function YearTotalNote({ stats }: { stats: YearlyStats }) {
  return (
    <p className="pt-3 text-xs text-muted-foreground">
      年計の実働率は、1年のうち一度でも来館した会員の割合です。来ない月があった会員も含むため、各月の値より高くなります。年計の退会率は、年の期首在籍に対する退会の割合です
      {isOpen(stats) && `（${pointOf(stats.thisYearReport)}）`}。
      {isOpen(stats) && stats.thisYearReport.sales && '年計の客単価は、途中の月を除いています。'}
    </p>
  )
}

function MonthName({ stats, report, shop }: { stats: YearlyStats; report: MonthOfYear; shop: string | undefined }) {
  const name = nameOf(report)
  if (isAhead(stats, report)) return <span className="text-muted-foreground">{name}</span>
  return (
    <>
      <Link
        to="/dashboard"
        search={{ shop, month: inUrl(report) }}
        // The table is a single Tab stop, see `useCellLinks`.
        tabIndex={-1}
        className="font-medium text-primary hover:underline print:text-foreground"
      >
        {name}
      </Link>
      {isRunning(stats, report) && (
        <span className="text-xs text-muted-foreground">（{pointOf(stats.thisYearReport)}）</span>
      )}
    </>
  )
}

const headOf = (category: SalesCategory) => ({
  label: salesCategories[category],
  tip: `${salesCategories[category]}の${kpi.netSales.label}`,
  formula: ({ netSales }: KpiFormulas) => netSales,
})

/** Net sales by kind and month, with each kind's share. */
export function SalesPanel({ stats, period }: TableProps) {
  const { sales } = stats.thisYearReport
  if (sales === undefined) return null
  const salesOf = (report: MonthOfYear) => (isAhead(stats, report) ? undefined : report.sales)
  return (
    <Panel
      title="区分別売上"
      aside={<span className="text-xs text-muted-foreground">税込 ／ 下段は構成比</span>}
      className="col-span-full min-w-0"
    >
      <FigureTable
        caption={`${period}の区分別売上`}
        className=""
        isDense
        head="月"
        rows={stats.monthlyReports}
        keyOf={({ from }) => from}
        nameOf={(report) =>
          `${nameOf(report)}${isRunning(stats, report) ? `（${pointOf(stats.thisYearReport)}）` : ''}`
        }
        columns={[
          ...valuesOf(salesCategories).map((category) => ({
            ...headOf(category),
            value: (report: MonthOfYear) => (
              <Amount sales={salesOf(report)} of={category} row={nameOf(report)} period={inMonth(report)} />
            ),
            total: <Amount sales={sales} of={category} row="年計" />,
          })),
          {
            ...shownFigure('netSales', null),
            value: (report) => (
              <span className="font-semibold">
                <FigureInTable
                  figure={shownFigure('netSales', salesOf(report)?.net)}
                  row={nameOf(report)}
                  period={inMonth(report)}
                />
              </span>
            ),
            total: <FigureInTable figure={shownFigure('netSales', sales?.net)} row="年計" />,
          },
        ]}
        total="年計"
      />
    </Panel>
  )
}

interface AmountProps {
  sales: MonthOfYear['sales']
  of: SalesCategory
  row: string
  period?: { year: number; month: number }
}

function Amount({ sales, of, row, period }: AmountProps) {
  if (!sales) return '–'
  const share = salesShare(sales, of)
  const figure = { ...shownFigure('netSales', sales.byCategory[of]), label: salesCategories[of] }
  return (
    <>
      <FigureInTable figure={figure} row={row} period={period} category={of} />
      {/* A bar behind the share visualises the mix. */}
      <span aria-hidden className="mt-0.5 block h-1 bg-muted print:hidden">
        <span className="ml-auto block h-full bg-chart-bar" style={{ width: formatShare(share) }} />
      </span>
      <span className="block text-xs font-normal text-muted-foreground">{formatPercent(share)}</span>
    </>
  )
}

const formatShare = (share: number | null) => `${Math.min(100, Math.max(0, (share ?? 0) * 100)).toFixed(1)}%`
