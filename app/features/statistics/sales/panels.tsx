import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Sales } from '#contract/report-sales.ts'
import { paymentMethods } from '#contract/words/member-record.ts'
import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import { taxes } from '#contract/words/sales.ts'
import { valuesOf } from '#contract/words/words.ts'
import { StaffName } from '~/auth/record-links'
import type { Series, Tone } from '~/components/charts/series'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { formatCount, formatPercent, formatYen } from '~/lib/format'
import { yenAxis } from '~/lib/yen-axis'
import { markIn } from '~/lib/yen-marks'
import { ChartPanel } from '../chart-panel'
import { pointNames } from '../period'

const categories = valuesOf(salesCategories)

const sumOf = (months: readonly (number | null)[]) => months.reduce<number>((all, one) => all + (one ?? 0), 0)

/** Whether each month with sales has a goal to be compared with: else the two sums are of different months. */
const hasGoalOfAll = ({ series, goal }: Pick<Sales, 'series' | 'goal'>) =>
  goal !== null && series.every(({ date, net }) => net === null || goal.compared.includes(`${date.slice(0, 7)}-01`))

/** Each point's net sales, and all up to it; null from the first point that has not come. */
function cumulated({ series, goal }: Sales) {
  let sum = 0
  const isCompared = hasGoalOfAll({ series, goal })
  const months: string[] = []
  return series.map((point) => {
    sum += point.net ?? 0
    const month = point.date.slice(0, 7)
    if (!months.includes(month)) months.push(month)
    return {
      ...point,
      sum: point.net === null ? null : sum,
      // What is to be reached by the end of its month.
      goal: isCompared && goal?.months[months.length - 1] != null ? sumOf(goal.months.slice(0, months.length)) : null,
    }
  })
}

type Point = ReturnType<typeof cumulated>[number]

/** Stacked by category, with the sum so far against the goal. */
export function CoursePanel({ stats, shop }: { stats: Sales; shop: string }) {
  const { unit, basis, tax } = stats.requestInfo
  const points = cumulated(stats)
  const axis = yenAxis(points.map(({ net, sum }) => (unit === 'day' ? sum : net)))
  // On two scales a day below 0 would put their zeros at different heights.
  const isRight =
    unit === 'month' && points.every(({ byCategory }) => Object.values(byCategory).every((yen) => (yen ?? 0) >= 0))
  const hasGoal = hasGoalOfAll(stats)
  const right = yenAxis(points.flatMap(({ sum, goal }) => [sum, goal ?? 0]))
  const used = categories.filter((category) => points.some(({ byCategory }) => byCategory[category]))
  const series: Series[] = [
    ...used.map((category) => ({
      key: category,
      label: salesCategories[category],
      as: 'bar' as const,
      tone: (categories.indexOf(category) + 1) as Tone,
      stack: 'net',
    })),
    { key: 'sum', label: '累計', as: 'line', tone: 'line', isRight },
    ...(hasGoal
      ? [{ key: 'goal', label: '月末までの目標', as: 'step' as const, tone: 'line' as const, isRight, isDashed: true }]
      : []),
  ]
  const nameOf = ({ date }: Point) => pointNames(date, unit).name
  // The rows behind are settled sales with tax.
  const rowsOf = ({ date }: Point, category?: SalesCategory) =>
    basis === 'settled' && tax === 'included' ? { date, unit, shop, category } : undefined
  return (
    <ChartPanel
      title={unit === 'day' ? '日ごとの売上と累計' : '月ごとの売上と累計'}
      axis={{ unit, shopId: stats.requestInfo.shopId }}
      definition={`売上（${taxes[tax]}）を種別で積み上げています。折れ線は期間の初めからの累計、破線はその月の末日までに達したい目標です。返金が精算額より多い種別は0円より下に描きます。`}
      unit={axis.unit}
      chart={{
        label: `${unit === 'day' ? '日' : '月'}ごとの種別の売上と累計。金額は「表で見る」で確認できます。`,
        points: points.map(({ date, net, byCategory, sum, goal }) => ({
          key: date,
          ...pointNames(date, unit),
          values: { ...byCategory, sum, goal },
          note: net === null ? 'データがありません。' : `合計 ${formatYen(net)}`,
        })),
        series,
        format: (yen) => `${axis.format(yen)}${axis.unit}`,
        formatMark: markIn(axis.unit),
        formatRight: (yen) => `${right.format(yen)}${right.unit}`,
        height: 320,
      }}
      table={
        <FigureTable
          caption={`${unit === 'day' ? '日' : '月'}ごとの売上`}
          isDense
          head={unit === 'day' ? '日' : '月'}
          rows={points}
          keyOf={({ date }) => date}
          nameOf={nameOf}
          columns={[
            {
              label: '売上',
              value: (point) => <Amount yen={point.net} rows={rowsOf(point)} label={`${nameOf(point)}の売上明細`} />,
            },
            ...used.map((category) => ({
              label: salesCategories[category],
              value: (point: Point) => (
                <Amount
                  yen={point.byCategory[category]}
                  rows={rowsOf(point, category)}
                  label={`${nameOf(point)}の${salesCategories[category]}の売上明細`}
                />
              ),
            })),
            { label: '累計', value: ({ sum }) => formatYen(sum) },
            hasGoal && { label: '月末までの目標', value: ({ goal }) => formatYen(goal) },
          ]}
        />
      }
    />
  )
}

interface AmountProps {
  yen: number | null
  label: string
  /** The sales behind it; none: it is only text. */
  rows: { date: string; unit: 'day' | 'month'; shop: string; category?: SalesCategory | undefined } | undefined
}

/** An amount that opens its sales. */
function Amount({ yen, label, rows }: AmountProps) {
  if (yen === null || yen === 0 || rows === undefined) return formatYen(yen)
  const { date, unit, shop, category } = rows
  const place = {
    shop,
    year: Number(date.slice(0, 4)),
    month: Number(date.slice(5, 7)),
    ...(unit === 'day' && { day: Number(date.slice(8)) }),
  }
  return (
    <Link
      to="/dashboard/sales"
      search={{ figure: 'netSales', ...(category && { category }), ...place }}
      preload={false}
      aria-label={`${formatYen(yen)}（${label}）`}
      className="underline-offset-4 hover:underline"
    >
      {formatYen(yen)}
    </Link>
  )
}

export function CategoryTable({ stats }: { stats: Sales }) {
  const rows = (stats.byCategory ?? []).filter(({ net }) => net !== 0)
  return (
    <Parts
      title="種別ごとの売上"
      definition="売上の商品の種別。商品の種別が変わると、過去の売上も新しい種別に数えます。合計は売上と一致します。"
      row="種別"
      stats={stats}
      rows={rows.map(({ category, ...one }) => ({ key: category, name: salesCategories[category], ...one }))}
    />
  )
}

export function StaffPanel({ stats }: { stats: Sales }) {
  return (
    <Parts
      title="担当者ごとの売上"
      definition="売上を登録した担当者。会費の引落と返金のように担当者のない売上は「担当なし」です。合計は売上と一致します。件数は返金を除きます。"
      row="担当者"
      stats={stats}
      rows={(stats.byStaff ?? []).map(({ staffId, name, ...one }) => ({
        key: staffId ?? 'none',
        name:
          staffId === null ? (
            '担当なし'
          ) : (
            <StaffName staff={{ id: staffId, displayName: name }} nobody="不明" isQuiet />
          ),
        ...one,
      }))}
    />
  )
}

export function PaymentPanel({ stats }: { stats: Sales }) {
  const rows = (stats.byPayment ?? []).map(({ method, ...one }) => ({
    key: method,
    name: paymentMethods[method],
    ...one,
  }))
  const axis = yenAxis(rows.map(({ net }) => net))
  return (
    <ChartPanel
      title="支払方法ごとの売上"
      definition="売上を支払方法で分けたもの。返金は返金した方法に数えます。合計は売上と一致します。"
      unit={axis.unit}
      chart={{
        label: '支払方法ごとの売上。金額は「表で見る」で確認できます。',
        points: rows.map(({ key, name, net, share }) => ({
          key,
          label: name,
          values: { net },
          note: `構成比 ${formatPercent(share)}`,
        })),
        series: [{ key: 'net', label: '売上', as: 'bar', tone: 1 }],
        format: (yen) => `${axis.format(yen)}${axis.unit}`,
        formatMark: markIn(axis.unit),
        isSideways: true,
        labelWidth: 80,
        height: 40 + rows.length * 44,
      }}
      table={<PartTable caption="支払方法ごとの売上" row="支払方法" stats={stats} rows={rows} />}
    />
  )
}

interface PartRow {
  key: string
  name: ReactNode
  net: number
  share: number | null
  count?: number
}

interface PartsProps {
  row: string
  stats: Sales
  rows: readonly PartRow[]
}

const Parts = ({ title, definition, ...rest }: PartsProps & { title: string; definition: string }) => (
  <Panel title={title} definition={definition}>
    <PartTable caption={title} {...rest} />
  </Panel>
)

function PartTable({ caption, row, stats, rows }: PartsProps & { caption: string }) {
  const { summary, requestInfo } = stats
  const hasCounts = rows.some(({ count }) => count !== undefined)
  const net = requestInfo.tax === 'included' ? summary.net : summary.netExTax
  return (
    <FigureTable
      caption={caption}
      head={row}
      rows={rows}
      keyOf={({ key }) => key}
      nameOf={({ name }) => name}
      columns={[
        { label: `売上（${taxes[requestInfo.tax]}）`, value: (one) => formatYen(one.net), total: formatYen(net) },
        { label: '構成比', value: ({ share }) => formatPercent(share), total: formatPercent(net ? 1 : null) },
        hasCounts && {
          label: '件数',
          value: ({ count }) => formatCount(count),
          total: formatCount(rows.reduce((sum, { count }) => sum + (count ?? 0), 0)),
        },
      ]}
      total="合計"
    />
  )
}
