import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { report } from '#contract/report.ts'
import { type WhyDimension, type WhyFigure, whyDimensions, whyOfMoney } from '#contract/words/why.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Verb } from '../../context.ts'
import { isWithinChance, opensWith } from '../../figures/chance-of-change.ts'
import { isExplainable } from '../../figures/explainable.ts'
import { type Explained, explainChange } from '../../figures/groups-of-change.ts'
import { meanBefore } from '../../figures/mean-before.ts'
import { addDays, capped, type Period, type PeriodAhead } from '../../figures/periods.ts'
import { comparedTo, isOfMonths } from '../../figures/sales-days.ts'
import { refusePeriod, requirePeriod } from './days.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'

/** Why a figure is another one than in the period before, a year before, or on average in the weeks or months before. */
export const why: Verb<typeof report.why> = async (ctx, input) => {
  requirePeriod(input)
  if (whyOfMoney.includes(input.figure) && !ctx.can('report.money')) throw new ApiError('forbidden')
  const mean = input.against === 'mean' ? meanBefore(input) : null
  if (input.against === 'mean') {
    if (!mean) refusePeriod('平均と比べる期間は、月曜日から日曜日までの1週間か、1か月にしてください。')
    if (isOfState(input.figure)) refuseFigure()
  }
  const scope = await reportScopeOf(ctx, input)
  const { shopId, ...requested } = input
  const period = scope.dataDate === null ? null : capped(input, scope.dataDate)
  const compared = period && comparedTo(input, period)
  const other = compared && (input.against === 'previous' ? compared.prev : compared.lastYear)
  // 会費 is compared with the close of the month before, as on its screen.
  const isFromClose = input.figure === 'fees' && input.against === 'previous'
  const sameLength = other && period && isFromClose ? { ...other, to: addDays(period.from, -1) } : other
  // Of a week that still runs there is no mean to compare its days with.
  const meanOfWhole = mean && period?.to === input.to ? mean.days : null
  const comparedWith = mean ? meanOfWhole : sameLength
  const ahead = !mean && period && comparedWith ? aheadOf(input, period, comparedWith) : null
  const isKnown = (days: Period) => isExplainable(scope.reach, input.figure, days)
  const explanation =
    period && comparedWith && isKnown(period) && isKnown(ahead?.before ?? comparedWith)
      ? await explainChange(ctx.scoped, scope.shopIds, input.figure, {
          before: ahead?.before ?? comparedWith,
          after: ahead?.after ?? period,
          times: mean?.periods ?? 1,
        })
      : null
  return {
    requestInfo: { ...requested, shopId: shopId ?? null },
    ...scopeAnswer(ctx, scope),
    isProvisional: scope.dataDate === null || scope.dataDate < input.to,
    period,
    comparedWith,
    ahead: ahead && { period: daysOf(ahead.after), comparedWith: daysOf(ahead.before) },
    meanOf: mean?.periods ?? null,
    before: explanation?.before ?? null,
    after: explanation?.after ?? null,
    isChance: explanation && totalOf(input.figure, explanation.dimensions),
    dimensions:
      explanation?.dimensions
        .toSorted((one, other) => placeOf(one.dimension) - placeOf(other.dimension))
        .map(({ dimension, parts }) => ({
          dimension,
          parts: parts.map(({ weight: _, ...part }) => ({
            ...part,
            isChance: isWithinChance(input.figure, part, parts.length),
          })),
        })) ?? null,
    opensWith: explanation && opensWith(input.figure, explanation.dimensions),
  }
}

const daysOf = ({ from, to }: Period): Period => ({ from, to })

/**
 * Most 退会 of a month take effect on its last day: of open months those known by now are compared with those known on the
 * same day of the others.
 */
function aheadOf(
  input: Input<typeof report.why>,
  period: Period,
  comparedWith: Period,
): { before: PeriodAhead; after: PeriodAhead } | null {
  const isMoved = input.figure === 'withdrawals' || input.figure === 'churnRate' || input.figure === 'netGrowth'
  if (!isMoved || period.to === input.to || !isOfMonths(input)) return null
  const whole = comparedTo(input, input)
  return {
    before: { ...(input.against === 'previous' ? whole.prev : whole.lastYear), reached: comparedWith.to, isPast: true },
    after: { ...daysOf(input), reached: period.to, isPast: false },
  }
}

const placeOf = (dimension: WhyDimension) => valuesOf(whyDimensions).indexOf(dimension)

/** The whole change as one group, from the groups of any dimension. */
function totalOf(figure: WhyFigure, [dimension]: readonly Explained[]): boolean | null {
  if (!dimension) return null
  const sum = (side: 'before' | 'after') =>
    dimension.parts.reduce(
      (total, part) => ({ people: total.people + part[side].people, value: total.value + part[side].value }),
      { people: 0, value: 0 },
    )
  return isWithinChance(figure, { before: sum('before'), after: sum('after') })
}

/** Figures of a day, or a rate: they have no mean of several periods that adds up. */
const isOfState = (figure: WhyFigure) => figure === 'closing' || figure === 'fees' || figure === 'churnRate'

function refuseFigure(): never {
  throw new ApiError('invalid', { fields: { figure: '在籍・会費・退会率は平均と比べられません。' } })
}
