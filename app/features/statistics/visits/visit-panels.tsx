import { type ReactNode, useState } from 'react'
import type { ChangesInVisitsSeries, ChangesInVisitsSummary } from '#contract/report-visits.ts'
import { visitClasses } from '#contract/words/member.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Tone } from '~/components/charts/series'
import { Heatmap } from '~/components/heatmap/heatmap'
import { InfoTip } from '~/components/report/info-tip'
import { cells, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { ViewSwitch } from '~/components/report/view-switch'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatMonth, weekdayName } from '~/lib/dates'
import { formatCount, formatDecimal, formatPercent } from '~/lib/format'
import { ChartPanel } from '../chart-panel'

const classes = valuesOf(visitClasses)

/** The classes at the close of twelve months. */
export function SeriesPanel({
  stats: { series, requestInfo },
  controls,
}: {
  stats: ChangesInVisitsSeries
  controls: ReactNode
}) {
  const monthOf = (date: string) => `${Number(date.slice(5, 7))}月`
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
          label: monthOf(date),
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
        <ScrollTable caption="来館の変化の12か月の推移（名）" isDense>
          <TableHead rows="分類" columns={series.map(({ date }) => ({ label: monthOf(date) }))} />
          <tbody>
            {classes.map((key) => (
              <tr key={key}>
                <th scope="row" className={cells.row}>
                  {visitClasses[key]}
                </th>
                {series.map(({ date, counts }) => (
                  <td key={date} className={cells.value}>
                    {formatCount(counts && (counts[key] ?? 0))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className={cells.totalRow}>
                対象会員
              </th>
              {series.map(({ date, population }) => (
                <td key={date} className={cells.total}>
                  {formatCount(population)}
                </td>
              ))}
            </tr>
          </tfoot>
        </ScrollTable>
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
        <ScrollTable caption="来館日数ごとの会員">
          <TableHead rows="来館日数" columns={[{ label: '会員（名）' }, { label: '構成比' }]} />
          <tbody>
            {distribution.map(({ key, label, count }) => (
              <tr key={key}>
                <th scope="row" className={cells.row}>
                  {label}
                </th>
                <td className={cells.value}>{formatCount(count)}</td>
                <td className={cells.value}>
                  {formatPercent(population && count !== null ? count / population : null)}
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
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
  const [asTable, setAsTable] = useState(false)
  const busy = average.flatMap((hours) => hours.flatMap((visits, hour) => (visits > 0 ? [hour] : [])))
  const [first, last] = [Math.min(...busy, 23), Math.max(...busy, 0)]
  const hours = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const highest = Math.max(0, ...average.flat())
  const averageOf = (dow: number, hour: number) => average[dow]?.[hour] ?? 0
  const title = `${formatMonth(from)}から${formatMonth(to)}の曜日と時間帯ごとの来館数（1日あたりの平均）`
  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-1">
          来館の時間帯
          <InfoTip
            label="来館の時間帯"
            text="3か月の、その曜日のその時間帯に始まった来館の数 ÷ その曜日の日数。ビジターを含みます。"
          />
        </CardTitle>
        {hours.length > 0 && <ViewSwitch asTable={asTable} onChange={setAsTable} />}
      </CardHeader>
      <CardContent>
        {hours.length === 0 ? (
          <p className="py-6 text-sm text-muted-foreground">来館の記録がまだありません。</p>
        ) : asTable ? (
          <ScrollTable caption={title}>
            <TableHead rows="時間帯" columns={weekdays.map((dow) => ({ label: weekdayName(dow) }))} />
            <tbody>
              {hours.map((hour) => (
                <tr key={hour}>
                  <th scope="row" className={cells.row}>
                    {hour}時台
                  </th>
                  {weekdays.map((dow) => (
                    <td key={dow} className={cells.value}>
                      {formatDecimal(averageOf(dow, hour))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        ) : (
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
        )}
      </CardContent>
    </Card>
  )
}
