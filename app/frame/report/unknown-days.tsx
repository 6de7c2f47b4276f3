import type { Reach } from '#contract/report-head.ts'
import { unknownDays, unknownRule } from '#contract/unknown-days.ts'
import type { FactKind } from '#contract/words/report.ts'

interface UnknownDaysProps {
  reach: Reach
  /** The counted days; null: none. */
  period: { from: string; to: string } | null
  /** Those that the report counts; omitted: all. */
  kinds?: readonly FactKind[]
}

/** Which days of a report are not known, and what that means for its figures; nothing where all are. */
export function UnknownDays({ reach, period, kinds }: UnknownDaysProps) {
  const sentences = period === null ? [] : unknownDays(reach, period, kinds)
  if (sentences.length === 0) return null
  return (
    <p className="figures rounded-md bg-muted px-4 py-2.5 text-sm text-muted-foreground">
      {sentences.join('')}
      {unknownRule}
    </p>
  )
}
