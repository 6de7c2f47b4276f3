import type { ReactNode } from 'react'
import type { ChangesInVisitsSeries, ChangesInVisitsSummary } from '#contract/report-visits.ts'
import { type VisitClass, visitClasses } from '#contract/words/member.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Tone } from '~/components/charts/series'
import { Heatmap } from '~/components/heatmap/heatmap'
import { FigureTable } from '~/components/report/figure-table'
import { formatMonth, weekdayName } from '~/lib/dates'
import { formatCount, formatDecimal, formatPercent } from '~/lib/format'
import { ChartPanel, PicturePanel } from '../chart-panel'
import { monthLabel } from '../period'

const classes = valuesOf(visitClasses)

/** The classes at the close of twelve months. */
export function SeriesPanel({
  stats: { series, requestInfo },
  controls,
}: {
  stats: ChangesInVisitsSeries
  controls: ReactNode
}) {
  return (
    <ChartPanel
      title="12か月の推移"
      axis={{ unit: 'month', shopId: requestInfo.shopId }}
      definition={`各月の終わり（今月はデータのある日）に、${requestInfo.windowDays}日間の来館をその前の${requestInfo.windowDays}日間と比べた人数。両方の期間の来館が分からない月は表示しません。`}
      unit="名"
      controls={controls}
      chart={{
        label: '来館の変化の7つの分類の12か月の推移。人数は「表で見る」で確認できます。',
        points: series.map(({ date, counts, population }) => ({
          key: date,
          label: monthLabel(date),
          name: formatMonth(date),
          values: Object.fromEntries(classes.map((key) => [key, counts && (counts[key] ?? 0)])),
          note: population === null ? '集計中、またはデータがありません。' : `対象会員 ${formatCount(population)}名`,
        })),
        series: classes.map((key, at) => ({
          key,
          label: visitClasses[key],
          as: 'bar' as const,
          tone: (at + 1) as Tone,
          stack: 'classes',
        })),
        format: (value) => `${formatCount(value)}名`,
        formatMark: formatCount,
        height: 320,
      }}
      table={
        <FigureTable
          caption="来館の変化の12か月の推移（名）"
          isDense
          head="分類"
          rows={classes}
          keyOf={(key) => key}
          nameOf={(key) => visitClasses[key]}
          columns={series.map(({ date, counts, population }) => ({
            label: monthLabel(date),
            value: (key: VisitClass) => formatCount(counts && (counts[key] ?? 0)),
            total: formatCount(population),
          }))}
          total="対象会員"
        />
      }
    />
  )
}

/** How many members came on how many days. */
export function DistributionPanel({
  stats: { distribution, population, requestInfo },
}: {
  stats: ChangesInVisitsSummary
}) {
  return (
    <ChartPanel
      title="来館日数の分布"
      definition={`${requestInfo.windowDays}日間の来館日数ごとの対象会員。合計は対象会員と一致します。`}
      unit="名"
      chart={{
        label: '来館日数ごとの会員数。人数は「表で見る」で確認できます。',
        points: distribution.map(({ key, label, count }) => ({ key, label, values: { members: count } })),
        series: [{ key: 'members', label: '会員', as: 'bar', tone: 1 }],
        format: (value) => `${formatCount(value)}名`,
        formatMark: formatCount,
        height: 240,
      }}
      table={
        <FigureTable
          caption="来館日数ごとの会員"
          head="来館日数"
          rows={distribution}
          keyOf={({ key }) => key}
          nameOf={({ label }) => label}
          columns={[
            { label: '会員（名）', value: ({ count }) => formatCount(count) },
            {
              label: '構成比',
              value: ({ count }) => formatPercent(population && count !== null ? count / population : null),
            },
          ]}
        />
      }
    />
  )
}

/** Monday first, as calendars of clubs have it. */
const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** Average visits by weekday and hour over the last months. */
export function HoursPanel({
  heatmap: { from, to, average },
}: {
  heatmap: NonNullable<ChangesInVisitsSeries['heatmap']>
}) {
  const busy = average.flatMap((hours) => hours.flatMap((visits, hour) => (visits > 0 ? [hour] : [])))
  const [first, last] = [Math.min(...busy, 23), Math.max(...busy, 0)]
  const hours = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const highest = Math.max(0, ...average.flat())
  const averageOf = (dow: number, hour: number) => average[dow]?.[hour] ?? 0
  const title = `${formatMonth(from)}から${formatMonth(to)}の曜日と時間帯ごとの来館数（1日あたりの平均）`
  return (
    <PicturePanel
      title="来館の時間帯"
      definition="3か月の、その曜日のその時間帯に始まった来館の数 ÷ その曜日の日数。ビジターを含みます。"
      empty={hours.length === 0 && '来館の記録がまだありません。'}
      picture={
        <Heatmap
          label={`${title}。数値は「表で見る」で確認できます。`}
          rows={weekdays.map((dow) => ({
            key: String(dow),
            label: weekdayName(dow),
            values: hours.map((hour) => averageOf(dow, hour)),
          }))}
          columns={hours.map(String)}
          highest={highest}
          format={highest < 100 ? formatDecimal : formatCount}
          describeCell={({ row, column }) =>
            `${weekdayName(weekdays[row] ?? 0)}曜 ${hours[column]}時台 平均${formatDecimal(averageOf(weekdays[row] ?? 0, hours[column] ?? 0))}回`
          }
        />
      }
      table={
        <FigureTable
          caption={title}
          head="時間帯"
          rows={hours}
          keyOf={(hour) => hour}
          nameOf={(hour) => `${hour}時台`}
          columns={weekdays.map((dow) => ({
            label: weekdayName(dow),
            value: (hour: number) => formatDecimal(averageOf(dow, hour)),
          }))}
        />
      }
    />
  )
}
