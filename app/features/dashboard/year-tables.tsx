import { Link } from '@tanstack/react-router'
import { kpi } from '#contract/kpi.ts'
import type { YearlyStats } from '#contract/report.ts'
import type { SalesCategory } from '#contract/sale.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatPercent, formatYen } from '~/lib/format'
import { salesCategoryLabel } from '~/lib/labels'
import { cn } from '~/lib/utils'
import { salesCategories } from './categories'
import { formatFigure, type PeriodKpi, read } from './figures'
import { cells, ScrollTable, TableHead } from './scroll-table'
import { isAhead, isRunning, type MonthOfYear, salesShare } from './year-figures'

interface TableProps {
  stats: YearlyStats
  /** Shop and year, as in 新宿店 2026年度. */
  period: string
}

const columns = [
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
const moneyColumns = ['netSales', 'arpu', 'collectionRate'] as const satisfies PeriodKpi[]

const inUrl = ({ year, month }: MonthOfYear) => `${year}-${String(month).padStart(2, '0')}`

/** The year month by month; each month leads to its own screen. */
export function MonthsPanel({ stats, period, shop }: TableProps & { shop: string | undefined }) {
  const keys: readonly PeriodKpi[] = stats.thisYearReport.sales ? [...columns, ...moneyColumns] : columns
  return (
    <Card className="col-span-full min-w-0">
      <CardHeader>
        <CardTitle>月ごとの集計</CardTitle>
        <span className="text-xs text-muted-foreground print:hidden">月を選ぶと、その月の月次が開きます</span>
      </CardHeader>
      <CardContent>
        <ScrollTable caption={`${period}の月ごとの集計`} className="" isDense>
          <TableHead rows="月" columns={keys.map((key) => kpi[key])} />
          <tbody>
            {stats.monthlyReports.map((report) => {
              const ahead = isAhead(stats, report)
              return (
                <tr key={report.from} className={cn(!ahead && 'hover:bg-muted')}>
                  <th scope="row" className={cells.row}>
                    <MonthName stats={stats} report={report} shop={shop} />
                  </th>
                  {keys.map((key) => (
                    <td key={key} className={cells.value}>
                      {formatFigure(key, ahead ? null : read[key](report))}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className={cells.totalRow}>
                年計
              </th>
              {keys.map((key) => (
                <td key={key} className={cells.total}>
                  {formatFigure(key, read[key](stats.thisYearReport))}
                </td>
              ))}
            </tr>
          </tfoot>
        </ScrollTable>
      </CardContent>
    </Card>
  )
}

function MonthName({ stats, report, shop }: { stats: YearlyStats; report: MonthOfYear; shop: string | undefined }) {
  const name = `${report.year}年${report.month}月`
  if (isAhead(stats, report)) return <span className="text-muted-foreground">{name}</span>
  return (
    <>
      <Link
        to="/dashboard"
        search={{ shop, month: inUrl(report) }}
        className="font-medium text-primary hover:underline print:text-foreground"
      >
        {name}
      </Link>
      {isRunning(stats, report) && <span className="text-xs text-muted-foreground">（途中）</span>}
    </>
  )
}

/** Net sales by kind and month, with each kind's share. */
export function SalesPanel({ stats, period }: TableProps) {
  const { sales } = stats.thisYearReport
  if (!sales) return null
  return (
    <Card className="col-span-full min-w-0">
      <CardHeader>
        <CardTitle>売上の区分</CardTitle>
        <span className="text-xs text-muted-foreground">税込 ／ 下段は構成比</span>
      </CardHeader>
      <CardContent>
        <ScrollTable caption={`${period}の売上の区分`} className="" isDense>
          <TableHead
            rows="月"
            columns={[...salesCategories.map((category) => ({ label: salesCategoryLabel[category] })), kpi.netSales]}
          />
          <tbody>
            {stats.monthlyReports.map((report) => {
              const ofMonth = isAhead(stats, report) ? undefined : report.sales
              return (
                <tr key={report.from}>
                  <th scope="row" className={cells.row}>
                    {report.year}年{report.month}月{isRunning(stats, report) && '（途中）'}
                  </th>
                  {salesCategories.map((category) => (
                    <td key={category} className={cells.value}>
                      <Amount sales={ofMonth} of={category} />
                    </td>
                  ))}
                  <td className={cn(cells.value, 'font-semibold')}>{formatYen(ofMonth?.net)}</td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className={cells.totalRow}>
                年計
              </th>
              {salesCategories.map((category) => (
                <td key={category} className={cells.total}>
                  <Amount sales={sales} of={category} />
                </td>
              ))}
              <td className={cells.total}>{formatYen(sales.net)}</td>
            </tr>
          </tfoot>
        </ScrollTable>
      </CardContent>
    </Card>
  )
}

function Amount({ sales, of }: { sales: MonthOfYear['sales']; of: SalesCategory }) {
  if (!sales) return '–'
  const share = salesShare(sales, of)
  return (
    <>
      {formatYen(sales.byCategory[of])}
      {/* A bar behind the share: the mix is seen before it is read. */}
      <span aria-hidden className="mt-0.5 block h-1 bg-muted print:hidden">
        <span className="ml-auto block h-full bg-chart-bar" style={{ width: formatShare(share) }} />
      </span>
      <span className="block text-xs font-normal text-muted-foreground">{formatPercent(share)}</span>
    </>
  )
}

const formatShare = (share: number | null) => `${Math.min(100, Math.max(0, (share ?? 0) * 100)).toFixed(1)}%`
