import type { Reach } from '#contract/report-head.ts'
import { unknownDays, unknownRule } from '#contract/unknown-days.ts'
import type { FactKind } from '#contract/words/report.ts'
import type { Cell } from './csv.ts'

/** The last row of a file of a report: which days of these kinds are not known; none where all are. */
export function unknownRows(
  reach: Reach,
  period: { from: string; to: string } | null,
  kinds?: readonly FactKind[],
): Cell[][] {
  const sentences = period === null ? [] : unknownDays(reach, period, kinds)
  return sentences.length === 0 ? [] : [[`${sentences.join('')}${unknownRule}`]]
}
