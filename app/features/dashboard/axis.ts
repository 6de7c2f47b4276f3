import { kpi } from '#contract/kpi.ts'
import { formatCount } from '~/lib/format'
import { yenAxis } from '~/lib/yen-axis'
import type { PeriodKpi } from './figures'

/** The unit of a chart's scale: money in 万円 or 千円, by the largest value. */
export const axisOf = (key: PeriodKpi, values: (number | null)[]) =>
  kpi[key].unit === '円' ? yenAxis(values) : { unit: kpi[key].unit, format: formatCount }
