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
 * A scale of at most so many intervals of 1, 2 or 5 × 10ⁿ (whole numbers) around the values, and one more where these lie
 * across; from zero where bars stand on it.
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

/** What does not depend on the width, in CSS pixels: the sketch is drawn from it in per cent, the live chart in pixels. */
export interface Plot {
  height: number
  top: number
  bottom: number
  left: number
  right: number
  bars: Scale
  /** Where the highest bar may reach. */
  barsTop: number
  /** Null when no point has a line. */
  lines: Scale | null
  /** The lower end of the strip above the bars in which the line runs: its scale begins anywhere. */
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
    // The strip's lowest label and the bars' highest stand below each other.
    barsTop: lines ? linesBottom + 24 : top,
    lines,
    linesBottom,
  }
}

/** How much of its slot a bar takes. */
export const barShare = 0.62

/** The middle of a point's slot, as a share of the room between the scales. */
export const shareOf = (points: BarLinePoint[], index: number) => (index + 0.5) / Math.max(1, points.length)

/** From where to where a scale reaches. */
const roomOf = (plot: Plot, scale: Scale) =>
  scale === plot.lines
    ? { top: plot.top, bottom: plot.linesBottom }
    : { top: plot.barsTop, bottom: plot.height - plot.bottom }

export function yOf(plot: Plot, scale: Scale, value: number): number {
  const { top, bottom } = roomOf(plot, scale)
  return bottom - ((value - scale.min) / (scale.max - scale.min)) * (bottom - top)
}

/** The values that a scale would have at the floor and at the top of the whole picture. */
export function domainOf(plot: Plot, scale: Scale): [number, number] {
  const { top, bottom } = roomOf(plot, scale)
  const perPixel = (scale.max - scale.min) / (bottom - top)
  return [scale.min - (plot.height - plot.bottom - bottom) * perPixel, scale.max + (top - plot.top) * perPixel]
}

/** Whether the point keeps its label where there is no room for all: the first, then every fifth, so that none touches another. */
export const keepsLabel = (index: number) => index === 0 || ((index + 1) % 5 === 0 && index > 2)

interface Dot {
  x: number
  y: number
}

/** Where each point's line value stands: x in hundredths of the room between the scales, y in pixels; null without a figure. */
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

/** Each point of the line as a segment of no length. */
export const dotsPath = (plot: Plot, points: BarLinePoint[]) =>
  dotsOf(plot, points)
    .map((dot) => dot && `M${at(dot)}h0`)
    .join('')
