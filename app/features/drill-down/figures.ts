import { type Kpi, kpi } from '#contract/kpi.ts'
import { kpiFormulas } from '#contract/kpi-formulas.ts'
import type { LeadFigure, MemberFigure, ReservationFigure, SaleFigure, SlotFigure } from '#contract/words/drill-down.ts'
import type { SalesCategory } from '#contract/words/report.ts'
import { salesCategories } from '#contract/words/report.ts'
import { formatCount } from '~/lib/format'

interface Told extends Pick<Kpi, 'label' | 'unit'> {
  formula: string
}

/** What a figure is called, and how it is counted. */
export function toldOf(
  figure: MemberFigure | SaleFigure | ReservationFigure | SlotFigure | LeadFigure,
  category?: SalesCategory,
): Told {
  const told = { ...kpi[figure], formula: kpiFormulas[figure] }
  return category ? { ...told, label: `${salesCategories[category]}の${told.label}` } : told
}

/** `12名`, `8,351円`. */
export const figureText = (unit: Kpi['unit'], value: number) => `${formatCount(value)}${unit}`
