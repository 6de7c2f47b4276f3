import { type ComponentType, useState } from 'react'
import type { DailyReport, MonthlyStats } from '#contract/report.ts'
import { BarLineChart } from '~/components/charts/bar-line-chart'
import type { BarLinePoint } from '~/components/charts/bar-line-geometry'
import { ViewSwitch } from '~/components/report/view-switch'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatDate, weekdayName } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import type { DailyTableProps } from './daily-table'
import type { DayEventsProps } from './day-events'

const markOf = (day: DailyReport): BarLinePoint['mark'] => {
  if (day.isHoliday || day.dow === 0) return 'holiday'
  return day.dow === 6 ? 'saturday' : 'none'
}

interface DailyPanelProps {
  stats: MonthlyStats
  /** Shop and month, as in 新宿店 2026年11月. */
  period: string
  /** The table is loaded later; the chart stays until then. */
  Table: ComponentType<DailyTableProps> | undefined
  /** Loaded later, too; its space is kept. */
  Events: ComponentType<DayEventsProps> | undefined
  className: string
}

/** Visits and members by day, as a chart or a table. */
export function DailyPanel({ stats, period, Table, Events, className }: DailyPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const days = stats.dailyReports
  const hasMembers = days.some((day) => day.closing !== null)
  const points = days.map((day) => ({
    key: day.date,
    label: String(Number(day.date.slice(8))),
    subLabel: day.isHoliday ? '祝' : weekdayName(day.dow),
    mark: markOf(day),
    bar: day.visits,
    line: day.closing,
  }))

  return (
    <Card className={cn('flex min-w-0 flex-col print:block', className)}>
      <CardHeader>
        <CardTitle>日ごとの来館{hasMembers && 'と在籍'}</CardTitle>
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
      </CardHeader>
      <CardContent className="flex-1">
        {asTable && Table ? (
          <Table stats={stats} hasMembers={hasMembers} caption={`${period}の日ごとの集計`} />
        ) : (
          <>
            <Legend hasMembers={hasMembers} />
            <BarLineChart
              points={points}
              label={`${period}の日ごとの来館数${hasMembers ? '（棒）と在籍数（線）' : '（棒）'}。数値は「表で見る」で確認できます。`}
              caption={(point) => <DayFigures day={days.find((day) => day.date === point.key)} />}
            />
          </>
        )}
        <div className="@container min-h-16">
          {Events && <Events {...{ points, asTable }} shopId={stats.requestInfo.shopId} />}
        </div>
      </CardContent>
    </Card>
  )
}

function Legend({ hasMembers }: { hasMembers: boolean }) {
  return (
    <ul className="mb-1 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-3 rounded-xs bg-chart-bar" />
        来館数（回）
      </li>
      <li className="flex items-center gap-1.5">
        <span
          aria-hidden
          className="size-3 rounded-xs border border-chart-bar bg-[repeating-linear-gradient(45deg,var(--chart-bar)_0_2px,var(--chart-bar-quiet)_2px_4px)]"
        />
        土日祝
      </li>
      {hasMembers && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="relative h-0.5 w-5 bg-chart-line">
            <span className="absolute -top-[2px] left-[7px] size-1.5 rounded-full border border-chart-line bg-card" />
          </span>
          在籍（名・上段。目盛りは0からではありません）
        </li>
      )}
    </ul>
  )
}

function DayFigures({ day }: { day: DailyReport | undefined }) {
  if (!day) return null
  const lines: [label: string, value: number | null, unit: string][] = [
    ['来館数', day.visits, '回'],
    ['在籍', day.closing, '名'],
    ['入会', day.admissions, '名'],
    ['退会', day.withdrawals, '名'],
  ]
  return (
    <>
      <p className="figures font-semibold">
        {formatDate(day.date)}
        {day.isHoliday && ' 祝日'}
      </p>
      <dl className="figures mt-1 grid grid-cols-[auto_auto] gap-x-4 text-xs">
        {lines.map(([label, value, unit]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="text-right">
              {formatCount(value)}
              {value !== null && unit}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
