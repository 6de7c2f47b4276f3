import { kpi } from '#contract/kpi.ts'
import type { ReportActionRow } from '#contract/report-action.ts'
import { type ActionMetric, effectDays } from '#contract/words/report-action.ts'
import { formatCount, formatPercent, formatYen } from '~/lib/format'

/** `12名`, `¥8,351`, `71.5%`, `–`. */
export function metricText(metric: ActionMetric, value: number | null): string {
  const { unit } = kpi[metric]
  if (unit === '円') return formatYen(value)
  if (unit === '%') return formatPercent(value)
  return value === null ? '–' : `${formatCount(value)}${unit}`
}

/** 「入会 22名 → 31名（目標 30名）」, as far as it is known. */
export function FigureLine({ row }: { row: ReportActionRow }) {
  const { metric, baseline, actualValue, actualDays, targetValue } = row
  if (metric === null) return null
  const notes = [
    // Shows the number of days while the 28 days after are incomplete; the period before is complete.
    ...(actualDays > 0 && actualDays < effectDays ? [`${actualDays}日間`] : []),
    ...(targetValue === null ? [] : [`目標 ${metricText(metric, targetValue)}`]),
  ]
  return (
    <span className="figures">
      {kpi[metric].label} {metricText(metric, baseline)}
      {actualDays > 0 && ` → ${metricText(metric, actualValue)}`}
      {notes.length > 0 && `（${notes.join('・')}）`}
    </span>
  )
}
