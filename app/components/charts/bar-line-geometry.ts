import { formatCount } from '~/lib/format'

/** One slot of a bar-and-line chart, such as a day. Null where there is no figure: no bar, a gap in the line. */
export interface BarLinePoint {
  /** Unique, in order. */
  key: string
  label: string
  /** Smaller, below the label. */
  subLabel: string
  mark: 'none' | 'saturday' | 'holiday'
  bar: number | null
  line: number | null
}

export interface Scale {
  min: number
  max: number
  ticks: number[]
}

const steps = [1, 2, 5, 10]

/**
 * An axis scale around the values with at most the given number of intervals of 1, 2 or 5 × 10ⁿ (whole numbers), plus
 * one where the values straddle a mark. Bar scales start at zero.
 */
export function niceScale(values: (number | null)[], fromZero: boolean, intervals = 5): Scale {
  const known = values.filter((value) => value !== null)
  const highest = Math.max(1, ...known)
  const lowest = fromZero || known.length === 0 ? 0 : Math.min(...known)
  const rough = Math.max(highest - lowest, 1) / intervals
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, (steps.find((one) => one * magnitude >= rough) ?? 10) * magnitude)
  const min = Math.max(0, Math.floor(lowest / step) * step)
  const max = Math.max(Math.ceil(highest / step) * step, min + step)
  const ticks = Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) => min + index * step)
  return { min, max, ticks }
}

/** Dimensions that do not depend on the width, in CSS pixels; the sketch uses per cent horizontally, the live chart pixels. */
export interface Plot {
  height: number
  top: number
  bottom: number
  left: number
  right: number
  bars: Scale
  /** Top of the highest bar. */
  barsTop: number
  /** Null when no point has a line. */
  lines: Scale | null
  /** Bottom of the line's strip above the bars; its scale need not start at zero. */
  linesBottom: number
}

const tickWidth = (scale: Scale) => formatCount(scale.max).length * 6.7 + 12

export function layout(points: BarLinePoint[]): Plot {
  const bars = niceScale(
    points.map((point) => point.bar),
    true,
  )
  const hasLine = points.some((point) => point.line !== null)
  const lines = hasLine
    ? niceScale(
        points.map((point) => point.line),
        false,
        2,
      )
    : null
  const top = 14
  const linesBottom = top + 76
  return {
    height: 330,
    top,
    bottom: 42,
    left: Math.max(tickWidth(bars), lines ? tickWidth(lines) : 0),
    right: 4,
    bars,
    // The strip's lowest label must not overlap the bars' highest.
    barsTop: lines ? linesBottom + 24 : top,
    lines,
    linesBottom,
  }
}

/** Bar width as a share of its slot. */
export const barShare = 0.62

/** The middle of a point's slot, as a share of the plot's width. */
export const shareOf = (points: BarLinePoint[], index: number) => (index + 0.5) / Math.max(1, points.length)

/** The range of a scale. */
const roomOf = (plot: Plot, scale: Scale) =>
  scale === plot.lines
    ? { top: plot.top, bottom: plot.linesBottom }
    : { top: plot.barsTop, bottom: plot.height - plot.bottom }

export function yOf(plot: Plot, scale: Scale, value: number): number {
  const { top, bottom } = roomOf(plot, scale)
  return bottom - ((value - scale.min) / (scale.max - scale.min)) * (bottom - top)
}

/** The scale's values extrapolated to the bottom and top of the chart. */
export function domainOf(plot: Plot, scale: Scale): [number, number] {
  const { top, bottom } = roomOf(plot, scale)
  const perPixel = (scale.max - scale.min) / (bottom - top)
  return [scale.min - (plot.height - plot.bottom - bottom) * perPixel, scale.max + (top - plot.top) * perPixel]
}

/** Whether a point keeps its label where space is short: the first and every fifth, so that labels do not overlap. */
export const keepsLabel = (index: number) => index === 0 || ((index + 1) % 5 === 0 && index > 2)

interface Dot {
  x: number
  y: number
}

/** Position of each point of the line: x in hundredths of the plot's width, y in pixels; null without a value. */
function dotsOf(plot: Plot, points: BarLinePoint[]): (Dot | null)[] {
  const { lines } = plot
  return points.map(({ line }, index) =>
    lines && line !== null ? { x: shareOf(points, index) * 100, y: yOf(plot, lines, line) } : null,
  )
}

const at = ({ x, y }: Dot) => `${x.toFixed(2)} ${y.toFixed(1)}`

/** The line as SVG path data; a gap where a point has none. */
export const linePath = (plot: Plot, points: BarLinePoint[]) =>
  dotsOf(plot, points)
    .map((dot, index, all) => dot && `${all[index - 1] ? 'L' : 'M'}${at(dot)}`)
    .join('')

/** Each point of the line as a zero-length segment, which is drawn as a dot. */
export const dotsPath = (plot: Plot, points: BarLinePoint[]) =>
  dotsOf(plot, points)
    .map((dot) => dot && `M${at(dot)}h0`)
    .join('')
