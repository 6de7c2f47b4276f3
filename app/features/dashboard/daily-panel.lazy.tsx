import { type ComponentType, useState } from 'react'
import type { DailyReport, MonthlyStats } from '#contract/report.ts'
import { ChartLegend } from '~/components/charts/chart-legend'
import type { LegendItem, Series } from '~/components/charts/series'
import { SeriesSketch } from '~/components/charts/series-sketch'
import { stripScale } from '~/components/charts/strip'
import { ViewSwitch } from '~/components/report/view-switch'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { weekdayName } from '~/lib/dates'
import { cn } from '~/lib/utils'
import type { DailyChartProps } from './daily-chart'

interface DailyPanelProps {
  stats: MonthlyStats
  /** Shop and month, as in 新宿店 2026年11月. */
  period: string
  /** Chart, table and events are loaded later; the sketch stays until then. */
  Chart: ComponentType<DailyChartProps> | undefined
  className: string
}

/** Visits and members by day, as a chart or a table. */
export default function DailyPanel({ stats, period, Chart, className }: DailyPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const hasMembers = stats.dailyReports.some((day) => day.closing !== null)
  const chart = {
    ...chartOf(stats.dailyReports, hasMembers),
    label: `${period}の日ごとの来館数${hasMembers ? '（棒）と在籍数（線）' : '（棒）'}。数値は「表で見る」で確認できます。`,
  }
  const sketch = <SeriesSketch {...chart} />
  return (
    <Card className={cn('flex min-w-0 flex-col print:block', className)}>
      <CardHeader>
        <CardTitle>日ごとの来館{hasMembers && 'と在籍'}</CardTitle>
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
      </CardHeader>
      <CardContent className="flex-1">
        {Chart ? (
          <Chart {...{ stats, chart, sketch, asTable, hasMembers, period }} />
        ) : (
          <>
            <ChartLegend items={chart.legend} />
            {sketch}
            {/* Room for the line of the events. */}
            <div className="h-12.5" />
          </>
        )}
      </CardContent>
    </Card>
  )
}

const visits: Series = { key: 'visits', label: '来館数（回）', as: 'bar', tone: 'bar' }
const freeDays: LegendItem = { key: 'freeDays', label: '土日祝', as: 'bar', tone: 'bar-hatched' }
const members: Series = {
  ...{ key: 'members', label: '在籍（名・上段。目盛りは0からではありません）', as: 'line', tone: 'line' },
  showsEach: true,
}

/** Visits as bars and, in a strip above them, members as a line. */
function chartOf(days: readonly DailyReport[], hasMembers: boolean) {
  const { scale, lift, formatMark } = stripScale(
    days.map((day) => day.visits),
    days.map((day) => day.closing),
  )
  const keys = days.map(({ date }) => date)
  return {
    ...{ scale, format: formatMark, height: 330, marks: [] },
    series: hasMembers ? [visits, members] : [visits],
    legend: hasMembers ? [visits, freeDays, members] : [visits, freeDays],
    points: days.map((day) => ({
      ...{ key: day.date, label: String(Number(day.date.slice(8))), ...dayOf(day) },
      values: { visits: day.visits, members: day.closing === null ? null : lift(day.closing) },
    })),
    namedKeys: (most: number) => (most < keys.length ? keys.filter(everyFifth) : keys),
  }
}

function dayOf({ isHoliday, dow }: DailyReport) {
  const subLabel = isHoliday ? '祝' : weekdayName(dow)
  if (isHoliday || dow === 0) return { subLabel, day: 'holiday' } as const
  return dow === 6 ? ({ subLabel, day: 'saturday' } as const) : { subLabel }
}

/** The 1st and every fifth day, where there is no room for all. */
const everyFifth = (_: string, index: number) => index === 0 || ((index + 1) % 5 === 0 && index > 2)
