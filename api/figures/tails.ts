/** How likely chance is to bring at most, or at least, this much. */
export interface Tails {
  atMost: number
  atLeast: number
}

/** Up to this mean a count's probabilities are added up one by one. */
const mostAdded = 80

/**
 * The tails of a whole number with this mean and variance: Poisson, or where the variance is larger negative binomial; of
 * large means as of an amount.
 */
export function countTails(count: number, mean: number, variance: number): Tails {
  if (mean > mostAdded) {
    return amountTails(count, mean, variance, 1)
  }
  const more = variance - mean
  const size = more > mean * 1e-6 ? mean ** 2 / more : null
  let chance = size === null ? Math.exp(-mean) : (size / (size + mean)) ** size
  let below = 0
  for (let at = 0; at < count; at += 1) {
    below += chance
    chance *= size === null ? mean / (at + 1) : ((at + size) / (at + 1)) * (mean / (mean + size))
  }
  return { atMost: Math.min(1, below + chance), atLeast: Math.max(0, 1 - below) }
}

/** The logarithm of the probability of a count with this mean and variance; of large means its normal density. */
export function countScore(count: number, mean: number, variance: number): number {
  if (mean > mostAdded) return amountScore(count, mean, variance)
  const more = variance - mean
  const size = more > mean * 1e-6 ? mean ** 2 / more : null
  let score = size === null ? -mean : size * Math.log(size / (size + mean))
  for (let at = 0; at < count; at += 1) {
    score += Math.log(size === null ? mean / (at + 1) : ((at + size) / (at + 1)) * (mean / (mean + size)))
  }
  return score
}

/** The logarithm of the normal density of an amount, apart from its constant. */
export const amountScore = (amount: number, mean: number, variance: number) =>
  -(Math.log(variance) + (amount - mean) ** 2 / variance) / 2

/**
 * The tails of an amount that comes in units of about this size, of a gamma distribution with this mean and variance, by its
 * cube root: half a unit either way.
 * E. B. Wilson and M. M. Hilferty, The distribution of chi-square, PNAS 17 (1931).
 */
export function amountTails(amount: number, mean: number, variance: number, unit: number): Tails {
  const nines = (9 * mean ** 2) / variance
  const deviations = (of: number) => (Math.cbrt(Math.max(0, of) / mean) - (1 - 1 / nines)) * Math.sqrt(nines)
  return { atMost: normalAbove(-deviations(amount + unit / 2)), atLeast: normalAbove(deviations(amount - unit / 2)) }
}

/** The chance of a standard normal value above this one. W. H. Press et al., Numerical recipes (1992), 6.2. */
function normalAbove(deviations: number): number {
  const x = Math.abs(deviations) / Math.SQRT2
  const t = 1 / (1 + x / 2)
  const terms = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
    -1.26551223,
  ]
  const above = (t * Math.exp(-x * x + terms.reduce((sum, term) => sum * t + term, 0))) / 2
  return deviations >= 0 ? above : 1 - above
}
