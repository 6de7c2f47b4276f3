import type { ReconciledRow } from '#contract/reconciliation.ts'
import {
  type DifferenceClass,
  differenceReasons,
  type ReconciledFigure,
  reconciledFigures,
} from '#contract/words/reconciliation.ts'
import { formatCount, formatDifference, formatPercent, formatYen } from '~/lib/format'

const unitOf = (figure: ReconciledFigure) => reconciledFigures[figure].unit

/** As the figure's unit is written: 1,234, ¥1,234, 3.2%. */
export function amountOf(figure: ReconciledFigure, value: number | null): string {
  const unit = unitOf(figure)
  return unit === '%' ? formatPercent(value) : unit === '円' ? formatYen(value) : formatCount(value)
}

/** A difference in the figure's unit, with its sign; of a rate in points. */
export function differenceOf(figure: ReconciledFigure, value: number | null): string {
  const unit = unitOf(figure)
  if (unit === '%') return formatDifference(value === null ? null : value * 100, 1)
  return formatDifference(value, 0, unit === '円' ? '¥' : '')
}

/** What of a difference is of a class; null where nothing is compared. */
export const ofClass = ({ difference, reasons }: ReconciledRow, of: DifferenceClass): number | null =>
  difference === null
    ? null
    : reasons
        .filter(({ reason }) => differenceReasons[reason].class === of)
        .reduce((sum, { amount }) => sum + amount, 0)
