import {
  advance,
  beginning,
  copyOf,
  dot,
  type Expected,
  expectedOf,
  forgetLevel,
  type Learned,
  later,
  learn,
  leastLikely,
  noisesOf,
  type PerYear,
  rowOf,
  weightsOf,
} from './learned-level.ts'
import { amountTails, countTails, type Tails } from './tails.ts'
import type { Observed } from './usual-days.ts'

/** How likely the last period of a history is by chance alone. */
export interface Judgement {
  /** What the history predicts for the period. */
  expected: number
  side: 'above' | 'below'
  /** How likely chance alone is to bring a period, or two in a row, at least as far from what is expected, on either side. */
  chance: number
  /** The lowest and the highest value that chance leaves with a likelihood of `chance`. */
  rangeAt: (chance: number) => { low: number; high: number }
}

/** Of pages of quiet shops this share may have a finding: of weeks one in two to three years, of months one in three. */
const falseAlarms = { 52: 0.008, 12: 0.025 } as const
/** Judgements of a shop's page: a shift begins where one by itself is beyond chance there. */
const figuresOfShop = 4
/** Far out, clubs scatter more than any noise that is learned: a longer page asks for more than its length. Measured. */
const farOut = 0.3

/** One way to expect the sum of the judged periods, with its weight among the noises. */
interface Way {
  weight: number
  mean: number
  variance: number
}

/** The tails of a value over all noises, each as likely as it has predicted the history. */
function tailsOf(value: number, ways: readonly Way[], unit: number | null): Tails {
  let [atMost, atLeast] = [0, 0]
  for (const { weight, mean, variance } of ways) {
    const of = unit === null ? countTails(value, mean, variance) : amountTails(value, mean, variance, unit)
    atMost += weight * of.atMost
    atLeast += weight * of.atLeast
  }
  return { atMost, atLeast }
}

const twoSided = ({ atMost, atLeast }: Tails) => Math.min(1, 2 * Math.min(atMost, atLeast))

/**
 * Judges each period of a history of consecutive weeks (`perYear` 52) or months (12), oldest first, by the periods before
 * it: null within the first half year, where the value is not known, and where its days let nothing expect. `unit`: the
 * size of what is paid at once, of yen; null for a count.
 *
 * 1. A period's expectation is what its days usually bring, times what the shop's own history has taught: level, growth,
 *    two waves a year, special seasons. What is not known yet, such as a season before its year is over, has a variance
 *    from the beginning and so widens the range until it is known.
 * 2. Chance is that of a count of this mean (Poisson, negative binomial; of yen gamma), with what is not known of the
 *    mean. Noises with and without memory are kept side by side, weighted by how well each predicted the history.
 * 3. A period is judged by itself, and with the one before where both are on one side: the smaller of the two chances,
 *    times two for having looked twice.
 * 4. Two periods in a row beyond chance on one side are a shift: the level is learned anew from the second of them, so
 *    that a lasting change is reported once or twice and then is the new normal.
 *
 * M. West and J. Harrison, Bayesian forecasting and dynamic models (1997), 14; P. McCullagh and J. A. Nelder,
 * Generalized linear models (1989), 6.2.
 */
export function judgements(history: readonly Observed[], perYear: PerYear, unit: number | null): (Judgement | null)[] {
  const ofUnit = unit ?? 1
  const learned = noisesOf(perYear, unit === null).map(beginning)
  let known = 0
  /** The period before: what was learned until then, and how it was judged. */
  let before: { learned: Learned[]; expected: Expected[]; value: number; alone: number } | null = null
  let sideBefore: Judgement['side'] | null = null
  return history.map((period, at) => {
    for (const one of learned) advance(one, perYear)
    const { value } = period
    if (value === null || !(period.usual > 0) || !(ofUnit > 0)) {
      before = null
      sideBefore = null
      return null
    }
    const row = rowOf(period, at, perYear)
    const expected = learned.map((one) => expectedOf(one, period, ofUnit, row))
    let judgement: (Judgement & { alone: number }) | null = null
    if (known >= perYear / 2) {
      const weights = weightsOf(learned)
      const likely = weights.flatMap((weight, index) => (weight > leastLikely ? [index] : []))
      const one = likely.map((index) => {
        return wayOf(learned[index] as Learned, expected[index] as Expected, ofUnit, weights[index] as number)
      })
      const two = () =>
        before &&
        likely.map((index) => {
          const old = before?.learned[index] as Learned
          const first = before?.expected[index] as Expected
          return wayOfTwo(old, first, { period, row, perYear, unit: ofUnit }, weights[index] as number)
        })
      judgement = judged({ value, one, two, before: before ?? { value: 0, alone: 1 }, unit })
    }
    const side = judgement && judgement.chance <= falseAlarms[perYear] / figuresOfShop ? judgement.side : null
    const isShift = side !== null && side === sideBefore
    // Learned anew, a shift is over: the next period is compared with the new level.
    sideBefore = isShift ? null : side
    const old = isShift ? null : { learned: learned.map(copyOf), expected, value, alone: judgement?.alone ?? 1 }
    for (const [index, one] of learned.entries()) {
      if (isShift) forgetLevel(one)
      learn(
        one,
        value,
        isShift ? expectedOf(one, period, ofUnit, row) : (expected[index] as Expected),
        unit,
        side !== null,
      )
    }
    before = old
    known += 1
    return judgement
  })
}

function wayOf({ noise }: Learned, { mean, unknown }: Expected, unit: number, weight: number): Way {
  return { weight, mean, variance: noise.dispersion * unit * mean + unknown * mean ** 2 }
}

interface Next {
  period: Observed
  row: Float64Array
  perYear: PerYear
  unit: number
}

/** The sum of a period and the next, as expected before either: `old` is what was learned until then. */
function wayOfTwo(old: Learned, first: Expected, { period, row, perYear, unit }: Next, weight: number): Way {
  const then = copyOf(old)
  advance(then, perYear)
  const second = expectedOf(then, period, unit, row)
  const sharedLater = first.shared.slice()
  later(sharedLater, 0, 1, old.noise, perYear)
  const together = dot(sharedLater, row)
  const mean = first.mean + second.mean
  const unknown =
    first.unknown * first.mean ** 2 + second.unknown * second.mean ** 2 + 2 * together * first.mean * second.mean
  return { weight, mean, variance: old.noise.dispersion * unit * mean + unknown }
}

interface Found {
  value: number
  one: readonly Way[]
  /** The judgement of the last two together; null: the period before is not known, or lies before a shift. */
  two: () => readonly Way[] | null
  before: { value: number; alone: number }
  unit: number | null
}

function judged({ value, one, two, before, unit }: Found): Judgement & { alone: number } {
  const tails = tailsOf(value, one, unit)
  const [side, alone] = [sideOf(tails), twoSided(tails)]
  // A usual last period is not part of a change.
  const ways = alone < 0.5 ? two() : null
  const both = ways && tailsOf(value + before.value, ways, unit)
  // Two periods together show a change only where both are part of it.
  const together = both && sideOf(both) === side ? twoSided(both) : 1
  const isLasting = together < Math.min(alone, before.alone)
  return {
    expected: one.reduce((total, { weight, mean }) => total + weight * mean, 0),
    side,
    chance: Math.min(1, 2 * (isLasting ? together : alone)),
    alone,
    rangeAt: (chance) => ({
      low: edge(one, (at) => tailsOf(at, one, unit).atMost > chance / 4),
      high: edge(one, (at) => tailsOf(at, one, unit).atLeast <= chance / 4) - 1,
    }),
  }
}

const sideOf = ({ atMost, atLeast }: Tails): Judgement['side'] => (atLeast < atMost ? 'above' : 'below')

/** The first whole value from which on something holds, by halving. */
function edge(ways: readonly Way[], holds: (value: number) => boolean): number {
  let [low, high] = [-1, 1 + Math.max(...ways.map(({ mean, variance }) => Math.ceil(mean + 20 * Math.sqrt(variance))))]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

/**
 * Which judgements of one page are beyond chance: so many, of however many shops and figures, that a page of quiet shops
 * has a finding as seldom as one of a single shop. Null: within chance; else the chance up to which a judgement of this
 * page counts. Y. Benjamini and Y. Hochberg, Controlling the false discovery rate, JRSS B 57 (1995).
 */
export function limitOfPage(chances: readonly number[], perYear: PerYear): number | null {
  const sorted = [...chances].sort((one, other) => one - other)
  const share = falseAlarms[perYear] * Math.min(1, figuresOfShop / sorted.length) ** farOut
  const allowed = (rank: number) => (share * rank) / sorted.length
  const last = sorted.findLastIndex((chance, at) => chance <= allowed(at + 1))
  return last < 0 ? null : allowed(last + 1)
}
