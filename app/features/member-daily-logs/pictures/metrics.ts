import { type HealthcareKey, healthcareType, healthcareTypes } from '#contract/words/daily-log.ts'
import { formatDecimal } from '~/lib/format'
import type { LogOf } from './logs'
import type { Slot } from './period'

type Healthcare = LogOf<'healthcare'>
type Measurement = Healthcare['measurements'][number]

/** A day of one metric: a value, or the range of the two blood pressures. */
export interface MetricDay {
  date: string
  value: number | null
  range: [low: number, high: number] | null
}

export interface Metric {
  key: HealthcareKey
  days: MetricDay[]
  /** The latest day with a value. */
  newest: MetricDay
}

export const measured = (log: Healthcare | null, key: HealthcareKey): Measurement | undefined =>
  log?.measurements.find((one) => one.key === key)

/** Metrics with at least one value, in the fixed order; days without a value are null. */
export function metricsOf(slots: readonly Slot<Healthcare>[]): Metric[] {
  return keys.flatMap((key) => {
    const days = slots.map(({ date, log }): MetricDay => {
      const { value = null, systolic = null, diastolic = null } = measured(log, key) ?? {}
      return { date, value, range: systolic === null || diastolic === null ? null : [diastolic, systolic] }
    })
    const newest = days.findLast(({ value, range }) => value !== null || range !== null)
    return newest ? [{ key, days, newest }] : []
  })
}

const keys = Object.keys(healthcareTypes) as HealthcareKey[]

/** `8,123`, or `118/76` for the pair; without the unit. */
export function metricText(key: HealthcareKey, { value, range }: Pick<MetricDay, 'value' | 'range'>): string {
  const { precision } = healthcareType(key)
  return range ? `${range[1]}/${range[0]}` : formatDecimal(value, precision)
}

/** `6.0〜9.0時間`, or `6,000歩以上` if only the lower end is meaningful; null without a usual range. */
export function usualText(key: HealthcareKey): string | null {
  const { normal, max, precision, unit } = healthcareType(key)
  if (!normal) return null
  const [from, to] = normal
  return to === max
    ? `${formatDecimal(from, precision)}${unit}以上`
    : `${formatDecimal(from, precision)}〜${formatDecimal(to, precision)}${unit}`
}
