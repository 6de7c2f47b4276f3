import { useState } from 'react'
import { kpi } from '#contract/kpi.ts'
import type { YearlyStats } from '#contract/report.ts'
import { SeriesChart } from '~/components/charts/series-chart'
import { cells, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { ViewSwitch } from '~/components/report/view-switch'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { NativeSelect } from '~/components/ui/native-select'
import { formatCount, formatPercent } from '~/lib/format'
import { markIn } from '~/lib/yen-marks'
import { axisOf } from './axis'
import { useAxisEvents } from './day-events'
import { FigureInTable } from './figure-in-table'
import { type PeriodKpi, pointOf, type ShownFigure, type Signed, shownFigure, signedDifference } from './figures'
import { roundedDifference, roundedFigure, roundedPercent } from './rounded'
import { SignedText } from './signed-text'
import {
  headOfFigure,
  type MonthPair,
  type Movement,
  monthPairs,
  movementKeys,
  movementPoints,
  movements,
  pairPoints,
} from './year-figures'

interface ChartProps {
  stats: YearlyStats
  /** Shop and year, as in 新宿店 2026年度. */
  period: string
}

const metrics = ['netSales', 'closingMembers', 'admissions', 'withdrawals', 'visitCount'] as const satisfies PeriodKpi[]

const withUnit = ({ text, unit }: ShownFigure) => text + unit

/** One figure's twelve months, this year and last. */
export function ComparisonPanel({
  stats,
  period,
  offered = metrics.filter((key) => key !== 'netSales' || stats.thisYearReport.sales !== undefined),
  roundedOf,
}: ChartProps & { offered?: readonly PeriodKpi[]; roundedOf?: number }) {
  const [chosen, setChosen] = useState<PeriodKpi>(offered[0] ?? 'closingMembers')
  const [asTable, setAsTable] = useState(false)
  const pairs = monthPairs(stats, chosen)
  const axis = axisOf(
    chosen,
    pairs.flatMap(({ now, before }) => [now, before]),
  )
  const title = `${period}の月ごとの${kpi[chosen].label}（今年と前年）`
  const points = pairPoints(pairs, roundedOf ? roundedPercent : formatPercent)
  const events = useAxisEvents({ shopId: stats.requestInfo.shopId, unit: 'month', keys: points.map(({ key }) => key) })
  const table = (
    <PairTable pairs={pairs} of={chosen} caption={title} until={pointOf(stats.thisYearReport)} roundedOf={roundedOf} />
  )

  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>12か月の今年と前年</CardTitle>
        <div className="flex flex-wrap items-center gap-2">
          <NativeSelect
            aria-label="比べる項目"
            value={chosen}
            onChange={(event) => setChosen(offered.find((key) => key === event.target.value) ?? chosen)}
          >
            {offered.map((key) => (
              <option key={key} value={key}>
                {kpi[key].label}
              </option>
            ))}
          </NativeSelect>
          <ViewSwitch asTable={asTable} onChange={setAsTable} />
        </div>
      </CardHeader>
      <CardContent>
        {asTable ? (
          table
        ) : (
          <SeriesChart
            points={points}
            series={[
              { key: 'before', label: '前年', as: 'bar', tone: 7 },
              { key: 'now', label: `今年（${axis.unit}）`, as: 'bar', tone: 1 },
            ]}
            label={`${title}。数値は「表で見る」で確認できます。`}
            format={(value) => withUnit((roundedOf ? roundedFigure : shownFigure)(chosen, value))}
            formatMark={markIn(axis.unit)}
            table={table}
            {...(events && { marks: events.marks })}
          />
        )}
        {events?.below}
      </CardContent>
    </Card>
  )
}

interface PairTableProps {
  pairs: MonthPair[]
  of: PeriodKpi
  caption: string
  /** Date of the running month's figures. */
  until: string
  /** Of so many shops' rounded counts; absent: they are exact. */
  roundedOf: number | undefined
}

function PairTable({ pairs, of, caption, until, roundedOf }: PairTableProps) {
  const shown = roundedOf ? roundedFigure : shownFigure
  const differenceOf = (now: number, before: number): Signed =>
    (roundedOf ? roundedDifference(of, now, before, roundedOf) : null) ?? signedDifference(of, now - before)
  const { label, formula } = shownFigure(of, null)
  const columns = [
    { label: '今年', tip: `今年の${label}`, formula },
    { label: '前年', tip: `前年の${label}`, formula },
    // Difference of the two previous columns.
    { label: '差' },
    { label: '前年比' },
  ]
  return (
    <ScrollTable caption={caption}>
      <TableHead rows="月" columns={columns} />
      <tbody>
        {pairs.map(({ year, month, now, before, ratio, isRunning }) => (
          <tr key={month}>
            <th scope="row" className={cells.row}>
              {year}年{month}月{isRunning && `（${until}）`}
            </th>
            <td className={cells.value}>
              <FigureInTable figure={shown(of, now)} row={`${year}年${month}月`} period={{ year, month }} />
            </td>
            <td className={cells.value}>
              <FigureInTable
                figure={shown(of, before)}
                row={`${year - 1}年${month}月`}
                period={{ year: year - 1, month }}
              />
            </td>
            <td className={cells.value}>
              {isRunning || now === null || before === null ? '–' : <SignedText {...differenceOf(now, before)} />}
            </td>
            <td className={cells.value}>{(roundedOf ? roundedPercent : formatPercent)(ratio)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}

/** Joins, leaves and closing members by month. */
export function MovementPanel({ stats, period }: ChartProps) {
  const [asTable, setAsTable] = useState(false)
  const all = movements(stats)
  const title = `${period}の月ごとの入会・転入と退会・転出`
  const lineName = headOfFigure(stats, 'closingMembers').label
  const table = <MovementTable all={all} caption={title} stats={stats} />
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>入会と退会</CardTitle>
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
      </CardHeader>
      <CardContent>
        {asTable ? (
          table
        ) : (
          <SeriesChart
            points={movementPoints(all)}
            series={[
              { key: 'came', label: '入会・転入（名）', as: 'bar', tone: 1, stack: 'moves' },
              { key: 'went', label: '退会・転出', as: 'bar', tone: 2, stack: 'moves' },
              { key: 'closing', label: lineName, as: 'line', tone: 'line', isRight: true },
            ]}
            label={`${title}（棒）と${lineName}（線）。数値は「表で見る」で確認できます。`}
            // Leaves are drawn below zero but labelled as positive counts.
            format={(value) => formatCount(Math.abs(value))}
            formatRight={formatCount}
            table={table}
          />
        )}
      </CardContent>
    </Card>
  )
}

function MovementTable({ all, caption, stats }: { all: Movement[]; caption: string; stats: YearlyStats }) {
  return (
    <ScrollTable caption={caption}>
      <TableHead rows="月" columns={movementKeys.map((key) => headOfFigure(stats, key))} />
      <tbody>
        {all.map((one) => {
          const { year, month } = one
          return (
            <tr key={month}>
              <th scope="row" className={cells.row}>
                {year}年{month}月{one.isRunning && `（${pointOf(stats.thisYearReport)}）`}
              </th>
              {movementKeys.map((key) => (
                <td key={key} className={cells.value}>
                  <FigureInTable
                    figure={shownFigure(key, one[key])}
                    row={`${year}年${month}月`}
                    period={{ year, month }}
                  />
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </ScrollTable>
  )
}
