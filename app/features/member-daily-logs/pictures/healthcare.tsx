import type { ReactNode } from 'react'
import { aggregates, healthcareType } from '#contract/words/daily-log.ts'
import { scaleOf } from '~/components/charts/scale'
import { shortDay } from '~/lib/dates'
import { formatDecimal } from '~/lib/format'
import { DayChart } from './day-chart'
import { DayTable } from './day-table'
import type { LogOf, LogsOf } from './logs'
import { type Metric, type MetricDay, measured, metricsOf, metricText, usualText } from './metrics'
import { slotsOf } from './period'
import { bandMark, Legend, NoLogs, PicturePanel } from './picture-panel'
import { periodText } from './texts'
import { meanOf } from './totals'

/** The primary metric, shown larger. */
const sleep = 'sleep.dailySleepHour'

/** Measurements: sleep, then every other metric with values, each with its own scale. */
export function HealthcarePictures({ days, from, to }: LogsOf<'healthcare'>) {
  const slots = slotsOf(days, from, to)
  const period = periodText(from, to)
  const metrics = metricsOf(slots)
  if (metrics.length === 0) return <NoLogs />
  const nights = metrics.find(({ key }) => key === sleep)
  const others = metrics.filter(({ key }) => key !== sleep)
  const tableOf = (some: readonly Metric[], label: string) => (
    <DayTable
      label={`${period}の${label}`}
      slots={slots}
      columns={some.map(({ key }) => {
        const { label, unit } = healthcareType(key)
        return {
          label: `${label}（${unit}）`,
          cell: (log: LogOf<'healthcare'>) => {
            const { value = null, systolic, diastolic } = measured(log, key) ?? {}
            return metricText(key, { value, range: systolic && diastolic ? [diastolic, systolic] : null })
          },
        }
      })}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {nights && (
        <PicturePanel
          title={healthcareType(sleep).label}
          note={`平均 ${formatDecimal(meanOf(nights.days.map(({ value }) => value)))}時間・最新 ${shortDay(nights.newest.date)} ${metricText(sleep, nights.newest)}時間`}
          table={tableOf([nights], healthcareType(sleep).label)}
        >
          <Legend items={[{ label: `目安 ${usualText(sleep)}`, mark: bandMark }]} className="mb-1" />
          <MetricChart
            metric={nights}
            period={period}
            height={210}
            table={tableOf([nights], healthcareType(sleep).label)}
          />
        </PicturePanel>
      )}
      {others.length > 0 && (
        <PicturePanel
          title="測定した項目"
          note="目安は、健康な成人の安静時の一般的な範囲です。診断には使いません。"
          table={tableOf(others, '測定した項目')}
        >
          <div
            data-flows
            className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 @min-[600px]:grid-cols-2 @min-[900px]:grid-cols-3 @min-[1380px]:grid-cols-4"
          >
            {others.map((metric) => (
              <MetricFigure
                key={metric.key}
                metric={metric}
                period={period}
                table={tableOf([metric], healthcareType(metric.key).label)}
              />
            ))}
          </div>
        </PicturePanel>
      )}
    </div>
  )
}

interface MetricProps {
  metric: Metric
  period: string
  table: ReactNode
}

/** A small chart with title, latest value and usual range. */
function MetricFigure({ metric, ...chart }: MetricProps) {
  const { key, newest } = metric
  const { label, unit } = healthcareType(key)
  const usual = usualText(key)
  return (
    <figure className="min-w-0 print:break-inside-avoid">
      <figcaption className="figures mb-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-sm font-medium">{label}</span>
          <span className="text-sm">
            <span className="text-xs text-muted-foreground">{shortDay(newest.date)} </span>
            <span className="text-base font-semibold">{metricText(key, newest)}</span>
            <span className="text-xs text-muted-foreground"> {unit}</span>
          </span>
        </span>
        <span className="flex min-h-5 items-center gap-1.5 text-xs text-muted-foreground">
          {usual && (
            <>
              {bandMark}
              目安 {usual}
            </>
          )}
        </span>
      </figcaption>
      <MetricChart metric={metric} {...chart} height={132} />
    </figure>
  )
}

/** The chart type by kind of metric: bars from 0, a line, or ranges. */
function MetricChart({ metric: { key, days }, period, height, table }: MetricProps & { height: number }) {
  const { label, unit, precision, normal, max, chartType, aggregate } = healthcareType(key)
  const hasTop = normal !== null && normal[1] < max
  const scale = scaleOf(
    days.flatMap(({ value, range }) => [value, ...(range ?? [])]),
    {
      fromZero: chartType === 'bar',
      least: 10 ** -precision,
      around: normal ? (hasTop ? normal : [normal[0]]) : [],
    },
  )
  const decimals = scale.ticks.every(Number.isInteger) ? 0 : precision
  return (
    <DayChart
      rows={days}
      label={`${period}の${label}（${unit}）。数値は「表で見る」で確認できます。`}
      height={height}
      scale={scale}
      format={(value) => formatDecimal(value, decimals)}
      series={[{ key: 'value', label, from: 'low', as: chartType, tone: tones[chartType], showsEach: true }]}
      band={normal ? { from: normal[0], to: hasTop ? normal[1] : null } : undefined}
      valuesOf={({ value, range }) => ({ low: range?.[0] ?? null, value: range?.[1] ?? value })}
      factsOf={(day) => (isThere(day) ? [[aggregates[aggregate], `${metricText(key, day)}${unit}`]] : null)}
      table={table}
    />
  )
}

const tones = { bar: 'bar', range: 'bar', line: 'line' } as const

const isThere = ({ value, range }: MetricDay) => value !== null || range !== null
