import type { Reach } from '#contract/report-head.ts'
import type { FactKind } from '#contract/words/report.ts'
import type { WhyFigure } from '#contract/words/why.ts'
import { addDays, type Period } from './periods.ts'
import { isWhole } from './reach.ts'

/** Whether 「なぜ」 can take a figure of these days apart: members count at the opening, which is the close of the day before. */
export const isExplainable = (reach: Reach, figure: WhyFigure, { from, to }: Period): boolean =>
  isWhole(reach, { from: addDays(from, -1), to }, ...kindsOf(figure))

function kindsOf(figure: WhyFigure): FactKind[] {
  if (figure === 'visits') return ['contracts', 'leavers', 'visits']
  return figure === 'sales' || figure === 'otherSales' ? ['contracts', 'leavers', 'sales'] : ['contracts', 'leavers']
}
