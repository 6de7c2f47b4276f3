import { isBeyondChance, type Ranged, z95 } from '#contract/chance.ts'
import { fewestLessons, type lessonStandings } from '#contract/words/lessons.ts'
import { ratio } from './money.ts'

// What of a difference between classes, slots or instructors is chance. A lesson is one observation, not each of its
// seats, and the lessons of one series (a class at one time by one instructor) are alike: its regulars come every week.

/**
 * Sums over the lessons of a group: seats used and capacity, the seats that the average of their shops and months would
 * have used, and how much lessons scatter around their own series.
 */
export interface LessonSums {
  lessons: number
  /** Series, each once. */
  series: number
  used: number
  capacity: number
  expected: number
  /** Σ capacity². */
  capacitySquares: number
  /** Σ squared seats between the lessons of a series and its mean. */
  within: number
}

/** How much all lessons scatter: of `within` the part between lessons of one month, and the months. */
export interface Scatter extends LessonSums {
  withinMonths: number
  /** Months of each series, added up. */
  seriesMonths: number
}

/** Weeks around the turn of a month resemble each other too: measured on simulated clubs (lesson-chance.test.ts). */
const acrossMonths = 1.25

/** With fewer months beyond the first of their series, how much these scatter is not known. */
const fewestMonths = 4

/**
 * The variance of a lesson's fill by chance: the larger of that between lessons of one month of a series and that
 * between its months, so that weeks which resemble each other do not pass for many observations (one-way analysis of
 * variance; Searle, Variance Components, 3). Null where too few months repeat a series.
 */
export function scatterOf(all: Scatter): number | null {
  const [inMonths, months] = [all.lessons - all.seriesMonths, all.seriesMonths - all.series]
  if (months < fewestMonths || inMonths < fewestMonths || all.capacity === 0) return null
  const ofLesson = all.capacitySquares / all.lessons
  // Floats: a sum of squares may be a little below 0.
  return Math.max(0, all.withinMonths / inMonths, ((all.within - all.withinMonths) / months) * acrossMonths) / ofLesson
}

export interface Judged {
  fill: number | null
  /** The 95 % interval, 0–1. */
  low: number | null
  high: number | null
  average: number | null
  shrunk: number | null
  standing: keyof typeof lessonStandings
}

/**
 * Each group's fill beside the average of its shops and months, as one of so many that may be looked at: beyond chance
 * only with Šidák's correction (`isBeyondChance`). A group whose own lessons scatter more than all do has its own scatter.
 * `shrunk` is its empirical Bayes mean: the variance between groups is what their differences have beyond chance (moments).
 * `comparisons`: rows of several tables, where a sentence picks from all of them. Rates as 0–1, unrounded.
 */
export function judgedLessons(
  groups: readonly LessonSums[],
  scatter: number | null,
  comparisons = groups.filter(({ lessons }) => lessons >= fewestLessons).length,
): Judged[] {
  const measured = groups.map((group) => measureOf(group, scatter))
  const judged = measured.flatMap((one) => (one.variance === null ? [] : [{ ...one, variance: one.variance }]))
  const meanOf = (of: (one: (typeof judged)[number]) => number, count = judged.length) =>
    count > 0 ? judged.reduce((sum, one) => sum + of(one), 0) / count : 0
  // The differences add up to about 0: one of them is no free one.
  const between = Math.max(0, meanOf(({ more }) => more * more, judged.length - 1) - meanOf(({ variance }) => variance))
  return measured.map(({ fill, average, more, variance, lessons }) => {
    if (variance === null) {
      const standing = lessons < fewestLessons ? ('few' as const) : ('open' as const)
      return { fill, low: null, high: null, average, shrunk: null, standing }
    }
    const half = z95 * Math.sqrt(variance)
    const own: Ranged = { value: more, low: more - half, high: more + half }
    // Equal fills differ by rounding.
    const isBeyond = Math.abs(more) > 1e-9 && isBeyondChance(own, { value: 0, low: 0, high: 0 }, comparisons)
    const trust = between + variance > 0 ? between / (between + variance) : 1
    return {
      fill,
      low: Math.max(0, (fill ?? 0) - half),
      high: Math.min(1, (fill ?? 0) + half),
      average,
      shrunk: (fill ?? 0) - more + more * trust,
      standing: isBeyond ? (more > 0 ? ('more' as const) : ('less' as const)) : ('chance' as const),
    }
  })
}

function measureOf(group: LessonSums, scatter: number | null) {
  const { lessons, series, used, capacity, expected, capacitySquares, within } = group
  const isMeasured = scatter !== null && lessons >= fewestLessons && capacity > 0
  const ofOwn = lessons > series ? within / (lessons - series) / (capacitySquares / lessons) : 0
  return {
    lessons,
    fill: ratio(used, capacity),
    average: ratio(expected, capacity),
    more: capacity > 0 ? (used - expected) / capacity : 0,
    variance: isMeasured ? (Math.max(scatter, ofOwn) * capacitySquares) / (capacity * capacity) : null,
  }
}
