import { amountScore, amountTails, countScore, countTails, type Tails } from './tails.ts'
import { type Observed, specialSeasons } from './usual-days.ts'

export type PerYear = 52 | 12

/** What chance says of the last period of a history. */
export interface Judgement {
  /** What the history lets expect of the period. */
  expected: number
  side: 'above' | 'below'
  /** How likely chance alone is to bring a period, or two in a row, at least as far from what is expected, on either side. */
  chance: number
  /** The two last together are less likely than the last alone. */
  isLasting: boolean
  /** The range that chance leaves with a likelihood of `chance`. */
  rangeAt: (chance: number) => { low: number; high: number }
}

/** Of pages of quiet shops this share may have a finding: of weeks one in two to three years, of months one in three. */
const falseAlarms = { 52: 0.008, 12: 0.025 } as const
/** Judgements of a shop's page: a shift begins where one by itself is beyond chance there. */
const figuresOfShop = 4

/** Standard deviations of what is not known at first, as shares of the level: learned from the history. */
const unknownLevel = 0.3
const unknownGrowth = 0.1
const unknownWaves = [0.07, 0.07, 0.03, 0.03]
const unknownSpecial = 0.2
/** By how much the level of a club drifts in a year. */
const driftOfYear = 0.04
/** By how much it may have moved where two periods in a row are beyond chance on one side. */
const shift = 0.4
/** A value further away than this says no more than one as far away, so that one bad week does not move the level. */
const furthest = 3

/** A way in which a figure may move by chance. */
interface Noise {
  /** Variance ÷ mean, of yen in units of what is paid at once. */
  dispersion: number
  /** What moves several weeks in a row, such as weather: its standard deviation, and what is left of it a week later. */
  size: number
  memory: number
}

const noisesOf = (perYear: PerYear, isCount: boolean): Noise[] =>
  (isCount ? [1, 2, 4] : [0.5, 1, 2]).flatMap((dispersion) => [
    { dispersion, size: 0, memory: 0 },
    ...(perYear === 52 ? [0.08] : [0.07]).flatMap((size) =>
      [0.6, 0.9].map((memory) => ({ dispersion, size, memory: memory ** (52 / perYear) })),
    ),
  ])

/** What is learned: level, growth a year, two waves a year, the effects of special seasons, and the weather. */
const [levelAt, growthAt, wavesAt, specialAt, weatherAt] = [0, 1, 2, 6, 9] as const
const width = 10

/** What a history has taught under one noise: the logarithm of value ÷ `usual`, as a Kalman filter of one value a period. */
interface Learned {
  noise: Noise
  /** How well this noise has predicted so far: a logarithm. */
  score: number
  effects: Float64Array
  covariance: Float64Array
}

function beginning(noise: Noise): Learned {
  const deviations = [
    unknownLevel,
    unknownGrowth,
    ...unknownWaves,
    ...specialSeasons.map(() => unknownSpecial),
    noise.size,
  ]
  const covariance = new Float64Array(width * width)
  deviations.forEach((deviation, at) => {
    covariance[at * width + at] = deviation ** 2
  })
  return { noise, score: noise.size > 0 ? 0 : Math.log(4), effects: new Float64Array(width), covariance }
}

const copyOf = ({ noise, score, effects, covariance }: Learned): Learned => ({
  noise,
  score,
  effects: effects.slice(),
  covariance: covariance.slice(),
})

/** One period later: growth has moved the level, which drifts, and some of the weather is left. */
function advance({ noise, effects, covariance }: Learned, perYear: PerYear) {
  later(effects, noise, perYear)
  for (let line = 0; line < width; line += 1) {
    later(covariance.subarray(line * width, (line + 1) * width), noise, perYear)
  }
  for (let column = 0; column < width; column += 1) {
    add(covariance, levelAt * width + column, (covariance[growthAt * width + column] as number) / perYear)
    covariance[weatherAt * width + column] = noise.memory * (covariance[weatherAt * width + column] as number)
  }
  add(covariance, levelAt * width + levelAt, driftOfYear ** 2 / perYear)
  add(covariance, weatherAt * width + weatherAt, (1 - noise.memory ** 2) * noise.size ** 2)
}

function later(effects: Float64Array, { memory }: Noise, perYear: PerYear) {
  add(effects, levelAt, (effects[growthAt] as number) / perYear)
  effects[weatherAt] = memory * (effects[weatherAt] as number)
}

const add = (to: Float64Array, at: number, amount: number) => {
  to[at] = (to[at] as number) + amount
}

/** Which effects a period has, and how much of each. */
function rowOf({ special }: Observed, at: number, perYear: PerYear): Float64Array {
  const row = new Float64Array(width)
  const angle = (2 * Math.PI * at) / perYear
  row[levelAt] = 1
  row.set([Math.cos(angle), Math.sin(angle), Math.cos(2 * angle), Math.sin(2 * angle)], wavesAt)
  specialSeasons.forEach((season, index) => {
    row[specialAt + index] = special[season] ?? 0
  })
  row[weatherAt] = 1
  return row
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < width; at += 1) sum += (one[at] as number) * (other[at] as number)
  return sum
}

const times = (covariance: Float64Array, row: Float64Array): Float64Array => {
  const product = new Float64Array(width)
  for (let line = 0; line < width; line += 1) {
    let sum = 0
    for (let at = 0; at < width; at += 1) sum += (covariance[line * width + at] as number) * (row[at] as number)
    product[line] = sum
  }
  return product
}

/** What is expected of a period: its mean, and the variance of what is not known of it, as a share of it squared. */
interface Expected {
  mean: number
  unknown: number
  /** The covariance of the period's logarithm with each effect. */
  shared: Float64Array
  row: Float64Array
}

function expectedOf(
  { effects, covariance, noise }: Learned,
  period: Observed,
  unit: number,
  row: Float64Array,
): Expected {
  const shared = times(covariance, row)
  const mean = period.usual * Math.exp(Math.max(-3, Math.min(3, dot(effects, row))))
  return { mean, unknown: dot(shared, row) + noise.dispersion * unit * period.unsure, shared, row }
}

/** Learns from a period's value. */
function learn(
  learned: Learned,
  value: number,
  { mean, unknown, shared }: Expected,
  unit: number | null,
  isBeyond: boolean,
) {
  const variance = unknown + (learned.noise.dispersion * (unit ?? 1)) / mean
  const most = furthest * Math.sqrt(variance)
  const surprise = Math.max(-most, Math.min(most, (value - mean) / mean))
  const shown = mean * (1 + surprise)
  const score = unit === null ? countScore : amountScore
  // What is beyond chance says nothing of how large chance is.
  if (!isBeyond) learned.score += score(unit === null ? value : shown, mean, variance * mean ** 2)
  for (let line = 0; line < width; line += 1) {
    const gain = (shared[line] as number) / variance
    add(learned.effects, line, gain * surprise)
    for (let column = 0; column < width; column += 1) {
      add(learned.covariance, line * width + column, -gain * (shared[column] as number))
    }
  }
}

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
 *    that a lasting change is told once or twice and then is the new normal.
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
      const two =
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
      if (isShift) add(one.covariance, levelAt * width + levelAt, shift ** 2)
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

/** A noise that is less likely than this has no say. */
const leastLikely = 1e-6

/** How likely each noise is, by how well it has predicted. */
function weightsOf(learned: readonly Learned[]): number[] {
  const best = Math.max(...learned.map(({ score }) => score))
  const weights = learned.map(({ score }) => Math.exp(score - best))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
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
  later(sharedLater, old.noise, perYear)
  const together = dot(sharedLater, row)
  const mean = first.mean + second.mean
  const unknown =
    first.unknown * first.mean ** 2 + second.unknown * second.mean ** 2 + 2 * together * first.mean * second.mean
  return { weight, mean, variance: old.noise.dispersion * unit * mean + unknown }
}

interface Found {
  value: number
  one: readonly Way[]
  /** Of the last two together; null: the one before is not known, or of before a shift. */
  two: readonly Way[] | null
  before: { value: number; alone: number }
  unit: number | null
}

function judged({ value, one, two, before, unit }: Found): Judgement & { alone: number } {
  const tails = tailsOf(value, one, unit)
  const [side, alone] = [sideOf(tails), twoSided(tails)]
  const both = two && tailsOf(value + before.value, two, unit)
  // Two together tell only of a change that both have a part in.
  const together = both && sideOf(both) === side ? twoSided(both) : 1
  const isLasting = together < Math.min(alone, before.alone)
  return {
    expected: one.reduce((total, { weight, mean }) => total + weight * mean, 0),
    side,
    chance: Math.min(1, 2 * (isLasting ? together : alone)),
    alone,
    isLasting,
    rangeAt: (chance) => ({
      low: edge(one, (at) => tailsOf(at, one, unit).atMost > chance / 4),
      high: edge(one, (at) => tailsOf(at, one, unit).atLeast <= chance / 4),
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
  const allowed = (rank: number) => (falseAlarms[perYear] * rank) / sorted.length
  const last = sorted.findLastIndex((chance, at) => chance <= allowed(at + 1))
  return last < 0 ? null : allowed(last + 1)
}
