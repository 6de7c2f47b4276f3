import { ApiError } from '#contract/errors.ts'
import type { report } from '#contract/report.ts'
import type { FactKind } from '#contract/words/report.ts'
import { type WhyFigure, whyOfMoney } from '#contract/words/why.ts'
import type { Verb } from '../../context.ts'
import { explainChange } from '../../figures/groups-of-change.ts'
import { addDays, capped, type Period } from '../../figures/periods.ts'
import { isWhole } from '../../figures/reach.ts'
import { comparedTo } from '../../figures/sales-days.ts'
import { requirePeriod } from './days.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'

/** Why a figure is another one than in the period before, or a year before. */
export const why: Verb<typeof report.why> = async (ctx, input) => {
  requirePeriod(input)
  if (whyOfMoney.includes(input.figure) && !ctx.can('report.money')) throw new ApiError('forbidden')
  const scope = await reportScopeOf(ctx, input)
  const { shopId, ...asked } = input
  const period = scope.dataDate === null ? null : capped(input, scope.dataDate)
  const compared = period && comparedTo(input, period)
  const other = compared && (input.against === 'previous' ? compared.prev : compared.lastYear)
  // 会費 is compared with the close of the month before, as on its screen.
  const isFromClose = input.figure === 'fees' && input.against === 'previous'
  const comparedWith = other && period && isFromClose ? { ...other, to: addDays(period.from, -1) } : other
  const isKnown = (days: Period) => isWhole(scope.reach, withDayBefore(days), ...kindsOf(input.figure))
  const explanation =
    period && comparedWith && isKnown(period) && isKnown(comparedWith)
      ? await explainChange(ctx.scoped, scope.shopIds, input.figure, { before: comparedWith, after: period })
      : null
  return {
    requestInfo: { ...asked, shopId: shopId ?? null },
    ...scopeAnswer(ctx, scope),
    isProvisional: scope.dataDate === null || scope.dataDate < input.to,
    period,
    comparedWith,
    before: explanation?.before ?? null,
    after: explanation?.after ?? null,
    dimensions:
      explanation?.dimensions.map(({ dimension, parts }) => ({
        dimension,
        parts: parts.map(({ weight: _, ...part }) => part),
      })) ?? null,
  }
}

/** Members count at the opening, which is the close of the day before. */
const withDayBefore = ({ from, to }: Period): Period => ({ from: addDays(from, -1), to })

function kindsOf(figure: WhyFigure): FactKind[] {
  if (figure === 'visits') return ['contracts', 'leavers', 'visits']
  return figure === 'sales' ? ['contracts', 'leavers', 'sales'] : ['contracts', 'leavers']
}
