import type { ReactNode } from 'react'
import type { DailyReport, MonthlyStats } from '#contract/report.ts'
import type { Fact, SeriesChartProps } from '~/components/charts/series'
import { SeriesChart } from '~/components/charts/series-chart'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { DailyTable } from './daily-table'
import { useAxisEvents } from './day-events'

export interface DailyChartProps {
  stats: MonthlyStats
  chart: SeriesChartProps
  /** In its place until it is drawn. */
  sketch: ReactNode
  asTable: boolean
  hasMembers: boolean
  /** Shop and month, as in 新宿店 2026年11月. */
  period: string
}

/** The chart of the days with its events, or their table. */
export function DailyChart({ stats, chart, sketch, asTable, hasMembers, period }: DailyChartProps) {
  const days = stats.dailyReports
  const keys = days.map(({ date }) => date)
  const events = useAxisEvents({ shopId: stats.requestInfo.shopId, unit: 'day', keys })
  return (
    <>
      {asTable ? (
        <DailyTable stats={stats} hasMembers={hasMembers} caption={`${period}の日ごとの集計`} />
      ) : (
        <SeriesChart
          {...chart}
          points={chart.points.map((point, index) => ({ ...point, ...textsOf(days[index]) }))}
          {...(events && { marks: events.marks })}
          sketch={sketch}
        />
      )}
      {events?.below}
    </>
  )
}

const withUnit = (value: number | null, unit: string) => formatCount(value) + (value === null ? '' : unit)

/** The tooltip of a day. */
function textsOf(day: DailyReport | undefined): { name: string; facts: Fact[] } | undefined {
  return (
    day && {
      name: formatDate(day.date) + (day.isHoliday ? ' 祝日' : ''),
      facts: [
        ['来館数', withUnit(day.visits, '回')],
        ['在籍', withUnit(day.closing, '名')],
        ['入会', withUnit(day.admissions, '名')],
        ['退会', withUnit(day.withdrawals, '名')],
      ],
    }
  )
}
