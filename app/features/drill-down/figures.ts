import { type Kpi, kpi } from '#contract/kpi.ts'
import { kpiFormulas } from '#contract/kpi-formulas.ts'
import type { LeadFigure, MemberFigure, ReservationFigure, SaleFigure, SlotFigure } from '#contract/words/drill-down.ts'
import { rowsCalled, type SalesCategory } from '#contract/words/report.ts'
import { type ActionMetric, actionMetrics } from '#contract/words/report-action.ts'
import { formatCount } from '~/lib/format'

interface FigureDescription extends Pick<Kpi, 'unit'> {
  /** Key of its formula. */
  figure: string
  /** Label of its rows. */
  rows: string
  formula: string
}

/** What the rows behind a figure are called, and how it is counted. */
export function describeFigure(
  figure: MemberFigure | SaleFigure | ReservationFigure | SlotFigure | LeadFigure,
  category?: SalesCategory,
): FigureDescription {
  const { label, unit } = kpi[figure]
  return { figure, unit, rows: rowsCalled(figure, label, category), formula: kpiFormulas[figure] }
}

/** `12名`, `8,351円`. */
export const figureText = (unit: Kpi['unit'], value: number) => `${formatCount(value)}${unit}`

/** 26 months are `2年2か月`. */
export function tenureText(months: number): string {
  if (months === 0) return '1か月未満'
  const [years, rest] = [Math.floor(months / 12), months % 12]
  return [years > 0 && `${years}年`, rest > 0 && `${rest}か月`].filter(Boolean).join('')
}

/** Whether an action can be measured by this figure. */
export const isWatchable = (figure: string): figure is ActionMetric => Object.hasOwn(actionMetrics, figure)
