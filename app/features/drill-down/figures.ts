import { type Kpi, kpi } from '#contract/kpi.ts'
import type { LeadFigure, MemberFigure, ReservationFigure, SaleFigure, SlotFigure } from '#contract/words/drill-down.ts'
import type { SalesCategory } from '#contract/words/report.ts'
import { salesCategories } from '#contract/words/report.ts'
import { formatCount } from '~/lib/format'

type Told = Pick<Kpi, 'label' | 'unit' | 'formula'>

/** What a figure is called, and how it is counted. */
export function toldOf(
  figure: MemberFigure | SaleFigure | ReservationFigure | SlotFigure | LeadFigure,
  category?: SalesCategory,
): Told {
  const told = kpi[figure]
  return category ? { ...told, label: `${salesCategories[category]}の${told.label}` } : told
}

/** `12名`, `8,351円`. */
export const figureText = (unit: Kpi['unit'], value: number) => `${formatCount(value)}${unit}`
