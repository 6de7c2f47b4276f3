import { kpi } from '#contract/kpi.ts'
import { formatCount } from '~/lib/format'
import type { PeriodKpi } from './figures'

interface Axis {
  /** What the scale counts: 名, 回, 万円. */
  unit: string
  format: (value: number) => string
}

const yen = [
  { unit: '万円', of: 10_000, from: 1_000_000 },
  { unit: '千円', of: 1000, from: 10_000 },
]

/** The unit of a chart's scale: money in 万円 or 千円, by the largest value. */
export function axisOf(key: PeriodKpi, values: (number | null)[]): Axis {
  if (kpi[key].unit !== '円') return { unit: kpi[key].unit, format: formatCount }
  const largest = Math.max(0, ...values.map((value) => Math.abs(value ?? 0)))
  const step = yen.find(({ from }) => largest >= from)
  return step
    ? { unit: step.unit, format: (value) => formatCount(value / step.of) }
    : { unit: '円', format: formatCount }
}
