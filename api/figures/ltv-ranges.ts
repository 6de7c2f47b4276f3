import { z95 as z } from '#contract/chance.ts'
import type { Range } from '#contract/report-ltv.ts'
import { poissonRange, wilson } from './wilson.ts'

// 95 % intervals of LTV, by what decides the scatter of each figure: it is the few who left or joined, not the many members.

const none: Range = { low: null, high: null }
const around = (value: number, half: number): Range => ({ low: Math.max(0, value - half), high: value + half })

/** Of the monthly 退会率: `withdrawals` of `opening` members of months (Wilson). */
export const churnRange = (withdrawals: number, opening: number): Range =>
  (withdrawals > opening ? null : wilson(withdrawals, opening)) ?? none

/**
 * Of 予測LTV, in its unit: sales ÷ withdrawals, so it scatters as the number of those who left (Poisson, score interval).
 * What a member pays scatters little beside it.
 */
export function predictedRange(predicted: number | null, withdrawals: number): Range {
  if (predicted === null) return none
  const { low, high } = poissonRange(withdrawals)
  return { low: (predicted * withdrawals) / high, high: (predicted * withdrawals) / low }
}

/**
 * Of 1年LTV, in its unit: the mean months of membership of the joiners in their first year. `kept`: how many were members
 * at the start of each of its months.
 */
export function cohort12Range(cohort12: number | null, joined: number, kept: readonly number[]): Range {
  const months = kept.reduce((sum, count) => sum + count, 0)
  if (cohort12 === null || joined < 2 || months === 0) return none
  // Of whole months T: Σ T² = Σ (2k + 1) · how many stayed more than k.
  const squares = kept.reduce((sum, count, month) => sum + (2 * month + 1) * count, 0)
  const variance = Math.max(0, squares / joined - (months / joined) ** 2)
  return around(cohort12, (z * Math.sqrt(variance / joined) * cohort12) / (months / joined))
}

/** Of 実績LTV, in its unit: the mean of what each of the `leavers` paid, `squares` of it added up. */
export function realizedRange(realized: number | null, leavers: number, squares: number): Range {
  if (realized === null || leavers < 2) return none
  const variance = Math.max(0, squares / leavers - realized ** 2) * (leavers / (leavers - 1))
  return around(realized, z * Math.sqrt(variance / leavers))
}
