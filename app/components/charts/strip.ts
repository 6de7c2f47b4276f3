import { formatCount } from '~/lib/format'
import { type Scale, scaleOf } from './scale'

/** Shares of the chart's height: bars reach up to the first, the strip of the line begins at the second. */
const barsEnd = 0.63
const stripStart = 0.72

export interface StripScale {
  scale: Scale
  /** Where a value of the line is on that scale. */
  lift: (value: number) => number
  /** Writes a mark of the scale: of the bars, or of the line. */
  formatMark: (at: number) => string
}

/**
 * One scale for bars, which start at 0, and a line in a strip of its own above them, which need not: a hundredth more
 * members is invisible from 0. Whole numbers.
 */
export function stripScale(bars: readonly (number | null)[], line: readonly (number | null)[]): StripScale {
  const below = scaleOf(bars, { fromZero: true, least: 1, most: 5 })
  if (line.every((value) => value === null)) return { scale: below, lift: (value) => value, formatMark: formatCount }
  const { min, max, ticks } = scaleOf(line, { fromZero: false, least: 1, most: 2 })
  const top = below.max / barsEnd
  const lift = (value: number) => top * (stripStart + ((value - min) / (max - min)) * (1 - stripStart))
  const marks = new Map(ticks.map((tick) => [lift(tick), tick]))
  return {
    scale: { min: 0, max: top, ticks: [...below.ticks, ...marks.keys()] },
    lift,
    formatMark: (at) => formatCount(marks.get(at) ?? at),
  }
}
