import { useState } from 'react'
import type { MonthlyStats } from '#contract/report.ts'
import { Heatmap } from '~/components/heatmap/heatmap'
import { FigureTable } from '~/components/report/figure-table'
import { InfoTip } from '~/components/report/info-tip'
import { ViewSwitch } from '~/components/report/view-switch'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { weekdayName } from '~/lib/dates'
import { formatCount, formatDecimal } from '~/lib/format'
import { FigureInTable } from './figure-in-table'
import { type HourGrid, hourGrid } from './visit-hours'

interface VisitHoursPanelProps {
  stats: MonthlyStats
  period: string
}

/** Average visits by weekday and hour. */
export function VisitHoursPanel({ stats, period }: VisitHoursPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const { visitHours, dailyReports, thisMonthReport } = stats
  const grid = visitHours && hourGrid(visitHours, dailyReports, thisMonthReport.to)
  const title = `${period}の曜日と時間帯ごとの来館数（1日あたりの平均）`
  return (
    <Card className="col-span-full">
      <CardHeader>
        <CardTitle>来館の時間帯</CardTitle>
        <div className="flex items-center gap-3">
          <span className="flex items-center text-xs text-muted-foreground">
            1日あたりの平均（回）
            <InfoTip label="来館の時間帯" text="その曜日のその時間帯に始まった来館の数 ÷ 期間内のその曜日の日数。" />
          </span>
          {grid && <ViewSwitch asTable={asTable} onChange={setAsTable} />}
        </div>
      </CardHeader>
      <CardContent>
        {!grid ? (
          <p className="py-6 text-sm text-muted-foreground">来館の記録がまだありません。</p>
        ) : asTable ? (
          <HourTable grid={grid} caption={title} />
        ) : (
          <HourMap grid={grid} label={`${title}。数値は「表で見る」で確認できます。`} />
        )}
      </CardContent>
    </Card>
  )
}

function HourMap({ grid: { hours, weekdays, highest }, label }: { grid: HourGrid; label: string }) {
  return (
    <Heatmap
      label={label}
      rows={weekdays.map(({ dow, cells }) => ({
        key: String(dow),
        label: weekdayName(dow),
        values: cells.map(({ average }) => average),
      }))}
      columns={hours.map((hour) => String(hour))}
      highest={highest}
      // From 100 on, no decimals, to save room.
      format={highest < 100 ? formatDecimal : formatCount}
      describeCell={({ row, column }) => {
        const day = weekdays[row]
        const cell = day?.cells[column]
        const hour = `${weekdayName(day?.dow ?? 0)}曜 ${hours[column]}時台`
        if (!cell || cell.average === null) return `${hour} –`
        return `${hour} 平均${formatDecimal(cell.average)}回（${day?.days}日で${formatCount(cell.visits)}回）`
      }}
    />
  )
}

/** Links an average to its visits. */
function averageOf(label: string, average: number | null, visits: number) {
  const text = formatDecimal(average)
  return { key: 'visitCount', label, value: visits, text, derived: `${text}回` } as const
}

function HourTable({ grid: { hours, weekdays }, caption }: { grid: HourGrid; caption: string }) {
  return (
    <FigureTable
      caption={caption}
      head="時間帯"
      rows={hours}
      keyOf={(hour) => hour}
      nameOf={(hour) => `${hour}時台`}
      columns={weekdays.map(({ dow, days, cells }) => {
        const all = cells.reduce((sum, { visits }) => sum + visits, 0)
        const name = weekdayName(dow)
        return {
          label: name,
          head: (
            <>
              {name}
              <span className="ml-1 font-normal text-muted-foreground">（{days}日）</span>
            </>
          ),
          value: (hour: number) => {
            const { average, visits } = cells[hours.indexOf(hour)] ?? { average: null, visits: 0 }
            const figure = averageOf('平均', average, visits)
            return <FigureInTable figure={figure} row={`${name}曜 ${hour}時台`} dow={dow} hour={hour} />
          },
          total: (
            <FigureInTable
              figure={averageOf('1日の平均', days === 0 ? null : all / days, all)}
              row={`${name}曜`}
              dow={dow}
            />
          ),
        }
      })}
      total="1日の計"
    />
  )
}
