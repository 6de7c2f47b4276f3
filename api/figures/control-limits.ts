/** A figure of one of the consecutive weeks or months of a history. */
export interface Observed {
  /** A count, or yen; null where it is not known. */
  value: number | null
  /** The share of its days in special seasons, such as 年末年始, by name: each has an effect of its own. */
  special?: Readonly<Record<string, number>>
}

/** What chance allows for the last period of a history, and whether its value is beyond that. */
export interface ControlLimits {
  /** What the history lets expect, and the range within which chance moves the value of one period. */
  expected: number
  low: number
  high: number
  /** Null: within the limits. */
  beyond: 'above' | 'below' | null
  /** How many standard deviations of chance it is away, over one period or two, whichever is more; signed. */
  distance: number
}

/** Limits in standard deviations: of one period, and of the last two together. */
const limitOfOne = 3.5
const limitOfTwo = 3.2
/** Variance ÷ mean is not taken to be less, nor the standard deviation less than this share of the mean. */
const leastDispersion = 0.3
const leastDeviation = 0.02
/** The level follows this many periods before those that are judged. */
const levelPeriods = 16
/** A season needs its year and some more. */
const yearAndMore = 14 / 12
/** Shifts are looked for in so many of the last periods. */
const judgedBefore = 30

/**
 * Judges the last period of a history of consecutive weeks (`perYear` 52) or months (12), oldest first, by the shop's own
 * past, at most two years: null with less than half a year, or where the last value is not known.
 *
 * The expectation is a quasi-Poisson regression on level, trend, two waves a year (from 14 months on) and the special
 * seasons, times the level of the last 16 periods. Its variance is the chance of a count of that size times the dispersion
 * of the shop's own residuals, plus what is not known of the expectation. The last value is beyond when it, or the last two
 * together, is further away than the limits (Shewhart's chart with a second rule for a lasting change, as the Western
 * Electric rules have). Two such values in a row on one side are a shift: the level begins anew with the first of them,
 * so that a lasting change is told once or twice and then is the new normal.
 * W. A. Shewhart, Economic control of quality (1931); P. McCullagh and J. A. Nelder, Generalized linear models (1989), 6.2;
 * F. J. Anscombe, The transformation of Poisson data, Biometrika 35 (1948).
 */
export function controlLimits(history: readonly Observed[], perYear: 52 | 12): ControlLimits | null {
  const asBefore = judge(history.slice(-2 * perYear - 1), perYear, [])
  // Most are within the limits of a past without shifts: only the others need to know whether one is under way.
  return asBefore?.beyond ? (judgedPeriods(history, perYear, judgedBefore).at(-1) ?? null) : asBefore
}

/** The same for each of the last `count` periods, as each was judged when it was over. */
export function judgedPeriods(history: readonly Observed[], perYear: 52 | 12, count: number): (ControlLimits | null)[] {
  const judged: (ControlLimits | null)[] = []
  const shifts: number[] = []
  let before: ControlLimits['beyond'] = null
  for (let last = Math.max(0, history.length - count); last < history.length; last += 1) {
    const first = Math.max(0, last - 2 * perYear)
    const recent = history.slice(first, last + 1)
    const asBefore = judge(recent, perYear, [])
    const known = shifts.map((shift) => shift - first).filter((shift) => shift > 0)
    const limits = asBefore?.beyond && known.length > 0 ? judge(recent, perYear, known) : asBefore
    judged.push(limits)
    const beyond = limits?.beyond ?? null
    // Two in a row on one side: the shift began with the first of them.
    if (beyond !== null && beyond === before) {
      shifts.push(last - 1)
      before = null
    } else before = beyond
  }
  return judged
}

function judge(history: readonly Observed[], perYear: number, shifts: readonly number[]): ControlLimits | null {
  const last = history.length - 1
  const value = history[last]?.value ?? null
  if (value === null || history.length <= perYear / 2) return null
  // Without what is judged: the last two.
  const fit = fitted(history, last - 1, perYear, shifts)
  if (!fit) return null
  const one = compared(history, fit, [last])
  const two = compared(history, fit, [last - 1, last])
  const isBeyond = (distance: number, limit: number) => Math.abs(distance) > limit
  // Two together tell only of a change that the last one shares.
  const lasting = isBeyond(two.distance, limitOfTwo) && one.distance * two.distance > 0 ? two.distance : 0
  const distance = Math.abs(lasting) / limitOfTwo > Math.abs(one.distance) / limitOfOne ? lasting : one.distance
  const beyond = isBeyond(one.distance, limitOfOne) || lasting !== 0
  return {
    expected: one.expected,
    low: one.at(-limitOfOne),
    high: one.at(limitOfOne),
    beyond: beyond ? (distance > 0 ? 'above' : 'below') : null,
    distance,
  }
}

interface Fit {
  coefficients: number[]
  /** Of the coefficients, without the dispersion. */
  covariance: number[][]
  /** Variance ÷ mean. */
  dispersion: number
  /** The level of the last periods ÷ the regression's, and the sum that it was taken from. */
  level: number
  levelMean: number
  rowOf: (at: number) => number[]
}

/** The regression over the periods before `end`. */
function fitted(history: readonly Observed[], end: number, perYear: number, shifts: readonly number[]): Fit | null {
  const seasons = [...new Set(history.slice(0, end).flatMap(({ special }) => Object.keys(special ?? {})))]
  const hasWaves = end >= perYear * yearAndMore
  const steps = shifts.filter((shift) => shift < end)
  const rowOf = (at: number) => {
    const angle = (2 * Math.PI * at) / perYear
    const waves = hasWaves ? [Math.cos(angle), Math.sin(angle), Math.cos(2 * angle), Math.sin(2 * angle)] : []
    return [
      1,
      (at - end / 2) / perYear,
      ...waves,
      ...seasons.map((season) => history[at]?.special?.[season] ?? 0),
      ...steps.map((shift) => Number(at >= shift)),
    ]
  }
  const known = history
    .slice(0, end)
    .flatMap(({ value }, at) => (value === null ? [] : [{ value, at, row: rowOf(at) }]))
  const width = rowOf(0).length
  if (known.length < perYear / 2 || known.length <= width + 4) return null
  const mean = known.reduce((sum, { value }) => sum + value, 0) / known.length
  if (!(mean > 0)) return null

  let coefficients = rowOf(0).map((_, index) => (index === 0 ? Math.log(mean) : 0))
  let covariance: number[][] = []
  let dispersion = 1
  // The second time without the past's own outliers, which would widen the limits.
  for (const clips of [false, true]) {
    const clipped = known.map(({ value, row }) => {
      const mu = meanOf(coefficients, row)
      const most = 3 * Math.sqrt(dispersion * mu)
      return clips ? Math.min(Math.max(value, mu - most), mu + most) : value
    })
    for (let turn = 0; turn < (clips ? 3 : 6); turn += 1) {
      const weighted = known.map(({ row }, index) => {
        const mu = Math.max(meanOf(coefficients, row), mean / 1000)
        return { row, weight: mu, target: Math.log(mu) + ((clipped[index] ?? 0) - mu) / mu }
      })
      const solved = solve(weighted, mean)
      if (!solved) return null
      ;({ coefficients, covariance } = solved)
    }
    const squares = known.reduce((sum, { row }, index) => {
      const mu = meanOf(coefficients, row)
      return sum + ((clipped[index] ?? 0) - mu) ** 2 / mu
    }, 0)
    dispersion = squares / (known.length - width)
  }
  const recent = known.slice(-levelPeriods).filter(({ at }) => at >= Math.max(0, ...shifts))
  const sums = recent.reduce(
    (sum, { value, row }) => ({ value: sum.value + value, mean: sum.mean + meanOf(coefficients, row) }),
    { value: 0, mean: 0 },
  )
  const hasLevel = sums.mean > 0 && sums.value > 0
  return {
    coefficients,
    covariance,
    // Clipping at three deviations takes a little of the variance. A figure that never moved may still move by chance.
    dispersion: Math.max(dispersion * 1.03, leastDispersion, leastDeviation ** 2 * mean),
    level: hasLevel ? sums.value / sums.mean : 1,
    levelMean: hasLevel ? sums.mean : Number.POSITIVE_INFINITY,
    rowOf,
  }
}

const meanOf = (coefficients: readonly number[], row: readonly number[]) =>
  Math.exp(Math.min(40, dot(coefficients, row)))

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)

/** Weighted least squares with a weak prior of no effect on everything but the level. */
function solve(rows: readonly { row: number[]; weight: number; target: number }[], mean: number) {
  const width = rows[0]?.row.length ?? 0
  const matrix = Array.from({ length: width }, (_, index) =>
    Array.from({ length: width }, (_, other) => (index === other && index > 0 ? Math.min(4, mean) : 0)),
  )
  const right = new Array<number>(width).fill(0)
  for (const { row, weight, target } of rows) {
    for (let index = 0; index < width; index += 1) {
      const scaled = weight * (row[index] ?? 0)
      if (scaled === 0) continue
      right[index] = (right[index] ?? 0) + scaled * target
      const line = matrix[index] as number[]
      for (let other = 0; other < width; other += 1) line[other] = (line[other] ?? 0) + scaled * (row[other] ?? 0)
    }
  }
  const covariance = inverse(matrix)
  return covariance && { coefficients: covariance.map((line) => dot(line, right)), covariance }
}

/** By Gauss and Jordan; null where there is none. */
function inverse(matrix: readonly number[][]): number[][] | null {
  const width = matrix.length
  const lines = matrix.map((line, index) => [...line, ...line.map((_, other) => Number(index === other))])
  for (let column = 0; column < width; column += 1) {
    let best = column
    for (let line = column; line < width; line += 1) {
      if (Math.abs(lines[line]?.[column] ?? 0) > Math.abs(lines[best]?.[column] ?? 0)) best = line
    }
    const pivot = lines[best] as number[]
    lines[best] = lines[column] as number[]
    lines[column] = pivot
    const head = pivot[column] ?? 0
    if (Math.abs(head) < 1e-12) return null
    for (let at = 0; at < 2 * width; at += 1) pivot[at] = (pivot[at] ?? 0) / head
    for (const line of lines) {
      const times = line[column] ?? 0
      if (line === pivot || times === 0) continue
      for (let at = 0; at < 2 * width; at += 1) line[at] = (line[at] ?? 0) - times * (pivot[at] ?? 0)
    }
  }
  return lines.map((line) => line.slice(width))
}

/** The sum of some periods beside its expectation. */
function compared(history: readonly Observed[], fit: Fit, periods: readonly number[]) {
  const found = periods.flatMap((at) => {
    const value = history[at]?.value ?? null
    const row = fit.rowOf(at)
    return value === null ? [] : [{ value, row, mean: meanOf(fit.coefficients, row) * fit.level }]
  })
  const value = found.reduce((sum, one) => sum + one.value, 0)
  const expected = found.reduce((sum, one) => sum + one.mean, 0)
  const row = fit.coefficients.map((_, index) =>
    found.reduce((sum, one) => sum + (one.mean * (one.row[index] ?? 0)) / expected, 0),
  )
  const uncertain = dot(
    fit.covariance.map((line) => dot(line, row)),
    row,
  )
  // What is not known of the expectation, in units of what chance adds to the value.
  const scale = Math.sqrt(1 + expected * (uncertain + 1 / fit.levelMean))
  const root = (amount: number) => 2 * Math.sqrt(Math.max(0, amount) / fit.dispersion + 3 / 8)
  const at = (deviations: number) => {
    const edge = Math.max(0, root(expected) + deviations * scale) / 2
    return Math.max(0, (edge * edge - 3 / 8) * fit.dispersion)
  }
  return { expected, at, distance: (root(value) - root(expected)) / scale }
}
