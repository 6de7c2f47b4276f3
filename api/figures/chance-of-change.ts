import { isBeyondChance, type Ranged } from '#contract/chance.ts'
import type { WhyDimension, WhyFigure } from '#contract/words/why.ts'
import type { GroupSide } from './decomposition.ts'
import type { Explained } from './groups-of-change.ts'
import { poissonRange, wilson } from './wilson.ts'

/** Figures of people who each leave or join once: what chance alone does to them is known. */
export const isJudged = (figure: WhyFigure): boolean =>
  figure === 'churnRate' || figure === 'withdrawals' || figure === 'admissions'

const unknown: Ranged = { value: null, low: null, high: null }

/** A group's figure with its interval: of leavers by how many were members, of joiners by their number. */
function rangedOf(figure: WhyFigure, { people, value }: GroupSide): Ranged {
  if (figure === 'admissions') return { value, ...poissonRange(value) }
  const range = value > people ? null : wilson(value, people)
  return range ? { value: value / people, ...range } : unknown
}

/**
 * Whether the change of one group, as one of `comparisons`, is within chance; null where it is not judged, or cannot be,
 * because the group had no members at one of the openings.
 */
export function isWithinChance(
  figure: WhyFigure,
  { before, after }: { before: GroupSide; after: GroupSide },
  comparisons = 1,
): boolean | null {
  if (!isJudged(figure)) return null
  const [one, other] = [rangedOf(figure, before), rangedOf(figure, after)]
  return one.value === null || other.value === null ? null : !isBeyondChance(one, other, comparisons)
}

/**
 * The dimension that is shown first: 動き of 在籍; of several the one that explains the most (decision 0091), they come in
 * this order; プラン where no part of any is beyond chance.
 */
export function opensWith(figure: WhyFigure, dimensions: readonly Explained[]): WhyDimension | null {
  const [first] = dimensions
  if (!first) return null
  if (figure === 'closing' && dimensions.some(({ dimension }) => dimension === 'movement')) return 'movement'
  const isBeyond = dimensions.some(({ parts }) =>
    parts.some((part) => isWithinChance(figure, part, parts.length) === false),
  )
  if (!isJudged(figure) || isBeyond) return first.dimension
  return dimensions.find(({ dimension }) => dimension === 'plan')?.dimension ?? first.dimension
}
