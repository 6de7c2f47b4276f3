import { useState } from 'react'
import { kpi } from '#contract/kpi.ts'
import type { YearlyStats } from '#contract/report.ts'
import { MonthBars } from '~/components/charts/month-bars'
import { cells, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { ViewSwitch } from '~/components/report/view-switch'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { NativeSelect } from '~/components/ui/native-select'
import { formatCount, formatPercent } from '~/lib/format'
import { cn } from '~/lib/utils'
import { axisOf } from './axis'
import { FigureInTable } from './figure-in-table'
import { asOf, type PeriodKpi, pointOf, shownFigure, signedDifference, spokenFigure, type Value } from './figures'
import { SignedText } from './signed-text'
import {
  headOfFigure,
  type MonthPair,
  type Movement,
  monthPairs,
  movementKeys,
  movementSlots,
  movements,
  pairSlots,
} from './year-figures'

interface ChartProps {
  stats: YearlyStats
  /** Shop and year, as in 新宿店 2026年度. */
  period: string
}

/** Reduced size in print, so that the charts fit on the first page. */
const onPaper = 'print:[zoom:0.82]'

const metrics = ['netSales', 'closingMembers', 'admissions', 'withdrawals', 'visitCount'] as const satisfies PeriodKpi[]

const wholePercent = (ratio: number | null) => (ratio === null ? '–' : `${Math.round(ratio * 100)}%`)

const withUnit = (key: PeriodKpi, value: Value) => {
  const { text, unit } = shownFigure(key, value)
  return text + unit
}
const spokenWithUnit = (key: PeriodKpi, value: Value) => {
  const { text, unit } = shownFigure(key, value)
  return spokenFigure(key, text, unit)
}

/** One figure's twelve months, this year and last. */
export function ComparisonPanel({
  stats,
  period,
  offered = metrics.filter((key) => key !== 'netSales' || stats.thisYearReport.sales !== undefined),
}: ChartProps & { offered?: readonly PeriodKpi[] }) {
  const [chosen, setChosen] = useState<PeriodKpi>(offered[0] ?? 'closingMembers')
  const [asTable, setAsTable] = useState(false)
  const pairs = monthPairs(stats, chosen)
  const axis = axisOf(
    chosen,
    pairs.flatMap(({ now, before }) => [now, before]),
  )
  const title = `${period}の月ごとの${kpi[chosen].label}（今年と前年）`
  const describeSlot = (index: number) => {
    const pair = pairs[index]
    if (!pair) return ''
    const ratio = pair.ratio === null ? '' : `、前年比 ${formatPercent(pair.ratio)}`
    const now = `${spokenWithUnit(chosen, pair.now)}${pair.isRunning ? `（${pointOf(stats.thisYearReport)}）` : ''}`
    return `${pair.year}年${pair.month}月 ${kpi[chosen].label} ${now}、前年 ${spokenWithUnit(chosen, pair.before)}${ratio}`
  }

  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>12か月の今年と前年</CardTitle>
        <div className="flex flex-wrap items-center gap-2">
          <NativeSelect
            aria-label="比べる項目"
            value={chosen}
            onChange={(event) => setChosen(offered.find((key) => key === event.target.value) ?? chosen)}
            className="print:border-0"
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
      <CardContent className={onPaper}>
        {asTable ? (
          <PairTable pairs={pairs} of={chosen} caption={title} until={pointOf(stats.thisYearReport)} />
        ) : (
          <>
            <Legend
              parts={[
                { look: 'full', text: `今年（${axis.unit}）` },
                { look: 'hatched', text: '前年' },
              ]}
            />
            <MonthBars
              slots={pairSlots(pairs)}
              arrange="beside"
              label={`${title}。数値は「表で見る」で確認できます。`}
              formatBar={axis.format}
              describeSlot={describeSlot}
              tip={(index) => <PairTip pair={pairs[index]} of={chosen} until={pointOf(stats.thisYearReport)} />}
              foot={{ label: '前年比', texts: pairs.map(({ ratio }) => wholePercent(ratio)) }}
            />
          </>
        )}
      </CardContent>
    </Card>
  )
}

function PairTip({ pair, of, until }: { pair: MonthPair | undefined; of: PeriodKpi; until: string }) {
  if (!pair) return null
  return (
    <Tip
      title={`${pair.year}年${pair.month}月${pair.isRunning ? `（${until}）` : ''}`}
      lines={[
        ['今年', withUnit(of, pair.now)],
        ['前年', withUnit(of, pair.before)],
        ['前年比', formatPercent(pair.ratio)],
      ]}
    />
  )
}

interface PairTableProps {
  pairs: MonthPair[]
  of: PeriodKpi
  caption: string
  /** Date of the running month's figures. */
  until: string
}

function PairTable({ pairs, of, caption, until }: PairTableProps) {
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
              <FigureInTable figure={shownFigure(of, now)} row={`${year}年${month}月`} period={{ year, month }} />
            </td>
            <td className={cells.value}>
              <FigureInTable
                figure={shownFigure(of, before)}
                row={`${year - 1}年${month}月`}
                period={{ year: year - 1, month }}
              />
            </td>
            <td className={cells.value}>
              {isRunning || now === null || before === null ? (
                '–'
              ) : (
                <SignedText {...signedDifference(of, now - before)} />
              )}
            </td>
            <td className={cells.value}>{formatPercent(ratio)}</td>
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
  // 期末 only for completed months.
  const closingName = (one: Movement) => (one.isRunning ? asOf(stats.thisYearReport) : '期末在籍')
  const describeSlot = (index: number) => {
    const one = all[index]
    return one
      ? `${one.year}年${one.month}月 入会・転入 ${people(one.came)}、退会・転出 ${people(one.went)}、${closingName(one)} ${people(one.closingMembers)}`
      : ''
  }
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>入会と退会</CardTitle>
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
      </CardHeader>
      <CardContent className={onPaper}>
        {asTable ? (
          <MovementTable all={all} caption={title} stats={stats} />
        ) : (
          <>
            <Legend
              parts={[
                { look: 'full', text: '入会・転入（名）' },
                { look: 'hatched', text: '退会・転出' },
                { look: 'line', text: `${lineName}（右目盛り）` },
              ]}
            />
            <MonthBars
              slots={movementSlots(all)}
              arrange="across"
              label={`${title}（棒）と${lineName}（線）。数値は「表で見る」で確認できます。`}
              // Leaves are drawn below zero but labelled as positive counts.
              formatBar={(value) => formatCount(Math.abs(value))}
              formatLine={formatCount}
              describeSlot={describeSlot}
              tip={(index) => <MovementTip one={all[index]} closingName={closingName} />}
            />
          </>
        )}
      </CardContent>
    </Card>
  )
}

const people = (value: number | null) => `${formatCount(value)}${value === null ? '' : '名'}`

interface MovementTipProps {
  one: Movement | undefined
  closingName: (one: Movement) => string
}

function MovementTip({ one, closingName }: MovementTipProps) {
  if (!one) return null
  return (
    <Tip
      title={`${one.year}年${one.month}月`}
      lines={[
        ['入会・転入', people(one.came)],
        ['退会・転出', people(one.went)],
        [closingName(one), people(one.closingMembers)],
      ]}
    />
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

function Tip({ title, lines }: { title: string; lines: [label: string, text: string][] }) {
  return (
    <>
      <p className="figures font-semibold">{title}</p>
      <dl className="figures mt-1 grid grid-cols-[auto_auto] gap-x-4 text-xs">
        {lines.map(([label, text]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="text-right">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const looks = {
  full: 'size-3 rounded-xs bg-chart-bar',
  hatched:
    'size-3 rounded-xs border border-chart-bar bg-[repeating-linear-gradient(45deg,var(--chart-bar)_0_2px,var(--chart-bar-quiet)_2px_4px)]',
  line: 'h-0.5 w-5 bg-chart-line',
}

function Legend({ parts }: { parts: { look: keyof typeof looks; text: string }[] }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
      {parts.map(({ look, text }) => (
        <li key={look} className="flex items-center gap-1.5">
          <span aria-hidden className={cn(looks[look], 'print:[print-color-adjust:exact]')} />
          {text}
        </li>
      ))}
    </ul>
  )
}
