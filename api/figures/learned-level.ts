import { amountScore, countScore } from './tails.ts'
import { type Observed, specialSeasons } from './usual-days.ts'

// What a shop's history teaches of one of its figures, period by period: a Kalman filter of the logarithm of a period's value
// ÷ what its days usually bring. Rules 1 and 2 of control-limits.ts.

/** How many periods a year has: weeks, or months. */
export type PerYear = 52 | 12

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

/** Weather of a week, or month, as a share of the level. */
const weather = { 52: 0.08, 12: 0.07 } as const
/** How often more likely no weather is than either kind of it, before anything is known. */
const unlikelyWeather = 4

/** The noises that are kept side by side: counts as Poisson or wider, with and without weather. */
export const noisesOf = (perYear: PerYear, isCount: boolean): Noise[] =>
  (isCount ? [1, 2, 4] : [0.5, 1, 2]).flatMap((dispersion) => [
    { dispersion, size: 0, memory: 0 },
    ...[0.6, 0.9].map((ofWeek) => ({ dispersion, size: weather[perYear], memory: ofWeek ** (52 / perYear) })),
  ])

/** What is learned: level, growth a year, two waves a year, the effects of special seasons, and the weather. */
const [levelAt, growthAt, wavesAt, specialAt, weatherAt] = [0, 1, 2, 6, 9] as const
const width = 10

/** What a history has taught under one noise: the logarithm of value ÷ `usual`, as a Kalman filter of one value a period. */
export interface Learned {
  noise: Noise
  /** How well this noise has predicted so far: a logarithm. */
  score: number
  effects: Float64Array
  covariance: Float64Array
}

/** What is known before the first period: nothing but how large each effect may be. */
export function beginning(noise: Noise): Learned {
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
  return { noise, score: noise.size > 0 ? 0 : Math.log(unlikelyWeather), effects: new Float64Array(width), covariance }
}

/** As learned until now. */
export const copyOf = ({ noise, score, effects, covariance }: Learned): Learned => ({
  noise,
  score,
  effects: effects.slice(),
  covariance: covariance.slice(),
})

/** One period later: growth has moved the level, which drifts, and some of the weather is left. */
export function advance({ noise, effects, covariance }: Learned, perYear: PerYear) {
  later(effects, 0, 1, noise, perYear)
  for (let at = 0; at < width; at += 1) later(covariance, at * width, 1, noise, perYear)
  for (let at = 0; at < width; at += 1) later(covariance, at, width, noise, perYear)
  add(covariance, levelAt * width + levelAt, driftOfYear ** 2 / perYear)
  add(covariance, weatherAt * width + weatherAt, (1 - noise.memory ** 2) * noise.size ** 2)
}

/** Advances one line of effects, which begins at `from` and has one every `step`. */
export function later(line: Float64Array, from: number, step: number, { memory }: Noise, perYear: PerYear) {
  add(line, from + levelAt * step, (line[from + growthAt * step] as number) / perYear)
  const weather = from + weatherAt * step
  line[weather] = memory * (line[weather] as number)
}

/** The level may have moved: it is learned anew. */
export function forgetLevel({ covariance }: Learned) {
  add(covariance, levelAt * width + levelAt, shift ** 2)
}

const add = (to: Float64Array, at: number, amount: number) => {
  to[at] = (to[at] as number) + amount
}

/** Which effects a period has, and how much of each. */
export function rowOf({ special }: Observed, at: number, perYear: PerYear): Float64Array {
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

/** Σ of the products of two lines of effects. */
export function dot(one: Float64Array, other: Float64Array): number {
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
export interface Expected {
  mean: number
  unknown: number
  /** The covariance of the period's logarithm with each effect. */
  shared: Float64Array
  row: Float64Array
}

/** What is expected of a period, in its own units: `unit` as in `judgements`. */
export function expectedOf(
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
export function learn(
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
  // A value beyond chance does not count for the likelihood of a noise.
  if (!isBeyond) learned.score += score(unit === null ? value : shown, mean, variance * mean ** 2)
  for (let line = 0; line < width; line += 1) {
    const gain = (shared[line] as number) / variance
    add(learned.effects, line, gain * surprise)
    for (let column = 0; column < width; column += 1) {
      add(learned.covariance, line * width + column, -gain * (shared[column] as number))
    }
  }
}

/** A noise that is less likely than this is ignored. */
export const leastLikely = 1e-6

/** The likelihood of each noise, by how well it has predicted. */
export function weightsOf(learned: readonly Learned[]): number[] {
  const best = Math.max(...learned.map(({ score }) => score))
  const weights = learned.map(({ score }) => Math.exp(score - best))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
