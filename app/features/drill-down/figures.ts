import type { LeadFigure, MemberFigure, ReservationFigure, SaleFigure, SlotFigure } from '#contract/drill-down.ts'
import { type Kpi, kpi } from '#contract/kpi.ts'
import type { SalesCategory } from '#contract/sale.ts'
import { formatCount } from '~/lib/format'
import { salesCategoryLabel } from '~/lib/labels'

type Told = Pick<Kpi, 'label' | 'unit' | 'formula'>

/** Parts of 売上 that no other screen explains. */
const parts: Record<'gross' | 'refund', Told> = {
  gross: { label: '精算額', unit: '円', formula: '期間内に精算した金額（税込）。返金を引く前の金額です。' },
  refund: { label: '返金', unit: '円', formula: '期間内に返金した金額（税込）。返金した日に数えます。' },
}

/** What a figure is called, and how it is counted. */
export function toldOf(
  figure: MemberFigure | SaleFigure | ReservationFigure | SlotFigure | LeadFigure,
  category?: SalesCategory,
): Told {
  const told = figure === 'gross' || figure === 'refund' ? parts[figure] : kpi[figure]
  return category ? { ...told, label: `${salesCategoryLabel[category]}の${told.label}` } : told
}

/** `12名`, `8,351円`. */
export const figureText = (unit: Kpi['unit'], value: number) => `${formatCount(value)}${unit}`
