import { z95 as z } from '#contract/chance.ts'

/**
 * The 95 % interval of a share, by Wilson's score without correction for continuity: honest for few people too, and never
 * below 0 or above 1. Shares as 0–1, unrounded; null of nobody.
 * E. B. Wilson, Probable inference, JASA 22 (1927).
 */
export function wilson(successes: number, total: number): { low: number; high: number } | null {
  if (total === 0) return null
  const share = successes / total
  const middle = (share + (z * z) / (2 * total)) / (1 + (z * z) / total)
  const half = (z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total))) / (1 + (z * z) / total)
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/**
 * The 95 % interval of the mean of a rare event that was counted so often (Poisson, score interval): honest for few, and
 * never below 0.
 */
export function poissonRange(count: number): { low: number; high: number } {
  const middle = count + (z * z) / 2
  const half = z * Math.sqrt(count + (z * z) / 4)
  return { low: Math.max(0, middle - half), high: middle + half }
}
