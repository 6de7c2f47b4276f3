/** The 0.975 quantile of the normal distribution: what 95 % intervals are made with. */
export const z95 = 1.959964

/**
 * The normal value that is exceeded with this probability (0–0.5), by Abramowitz and Stegun 26.2.23; wrong by less than
 * 0.00045.
 */
function upperQuantile(probability: number): number {
  const t = Math.sqrt(-2 * Math.log(probability))
  return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3)
}

/**
 * How many standard errors a difference of equals has in 3 of 100 cases, whichever of so many comparisons is looked at
 * (Šidák). 3, so that it is at most 5 in small groups too, where intervals are a little too narrow.
 */
function criticalValue(comparisons: number): number {
  return upperQuantile((1 - 0.97 ** (1 / Math.max(1, comparisons))) / 2)
}

/** How many pairs there are among so many groups. */
export const pairsAmong = (groups: number): number => (groups * (groups - 1)) / 2

/** A figure with its own 95 % interval; null where it is not known. */
export interface Ranged {
  value: number | null
  low: number | null
  high: number | null
}

/**
 * Whether two figures differ by more than chance, as one of so many comparisons. By the two ends of their intervals that
 * face each other (Newcombe, Interval estimation for the difference between independent proportions, method 10), widened
 * for the number of comparisons. False where one of them is not known.
 */
export function isBeyondChance(one: Ranged, other: Ranged, comparisons: number): boolean {
  const [more, less] = (one.value ?? 0) >= (other.value ?? 0) ? [one, other] : [other, one]
  if (more.value === null || more.low === null || less.value === null || less.high === null) return false
  const scatter = Math.hypot(more.value - more.low, less.high - less.value)
  return more.value - less.value > (scatter * criticalValue(comparisons)) / z95
}

/**
 * How many standard errors a value that few (`degrees` + 1, five at least) others estimate the scatter of is from what is
 * usual in 3 of 100 cases, whichever of so many comparisons is looked at (Šidák; Student's t by the expansion of
 * Abramowitz and Stegun 26.7.5).
 */
export function studentValue(comparisons: number, degrees: number): number {
  const z = criticalValue(comparisons)
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  )
}
