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

/** A scale of at most five intervals of 1, 2 or 5 × 10ⁿ (whole numbers) around the values; from zero where bars stand on it. */
export function niceScale(values: (number | null)[], fromZero: boolean): Scale {
  const known = values.filter((value) => value !== null)
  const highest = Math.max(1, ...known)
  const lowest = fromZero || known.length === 0 ? 0 : Math.min(...known)
  const rough = Math.max(highest - lowest, 1) / 5
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, (steps.find((one) => one * magnitude >= rough) ?? 10) * magnitude)
  const min = Math.max(0, Math.floor(lowest / step) * step)
  const max = Math.max(Math.ceil(highest / step) * step, min + step)
  const ticks = Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) => min + index * step)
  return { min, max, ticks }
}

/** Where everything stands, in CSS pixels; the sketch and the live chart are drawn from the same one. */
export interface Plot {
  width: number
  height: number
  top: number
  bottom: number
  left: number
  right: number
  slot: number
  barWidth: number
  bars: Scale
  /** Null when no point has a line. */
  lines: Scale | null
  /** Every how many points a label fits. */
  labelEvery: number
}

const top = 14
const bottom = 42
const tickWidth = (scale: Scale) => formatCount(scale.max).length * 6.7 + 12

/** Lower where there is little width. */
const heightFor = (width: number) => (width < 560 ? 264 : 340)

export function layout(points: BarLinePoint[], width: number): Plot {
  const bars = niceScale(
    points.map((point) => point.bar),
    true,
  )
  const hasLine = points.some((point) => point.line !== null)
  const lines = hasLine
    ? niceScale(
        points.map((point) => point.line),
        false,
      )
    : null
  const left = tickWidth(bars)
  const right = lines ? tickWidth(lines) : 4
  const slot = Math.max(1, (width - left - right) / Math.max(1, points.length))
  return {
    width,
    height: heightFor(width),
    top,
    bottom,
    left,
    right,
    slot,
    barWidth: Math.max(2, Math.min(26, slot * 0.62)),
    bars,
    lines,
    labelEvery: slot >= 17 ? 1 : 5,
  }
}

export const xOf = (plot: Plot, index: number) => plot.left + plot.slot * (index + 0.5)

export const yOf = (plot: Plot, scale: Scale, value: number) =>
  plot.height - plot.bottom - ((value - scale.min) / (scale.max - scale.min)) * (plot.height - plot.top - plot.bottom)

/** Whether the label of this point is drawn: the first, then every so many, so that none touches another. */
export const isLabelled = (plot: Plot, index: number) =>
  plot.labelEvery === 1 || index === 0 || ((index + 1) % plot.labelEvery === 0 && index > 2)

/** The line as SVG path data; a gap where a point has none. */
export function linePath(plot: Plot, points: BarLinePoint[]): string {
  const { lines } = plot
  if (!lines) return ''
  let path = ''
  let pen = 'M'
  points.forEach((point, index) => {
    if (point.line === null) {
      pen = 'M'
      return
    }
    path += `${pen}${xOf(plot, index).toFixed(1)} ${yOf(plot, lines, point.line).toFixed(1)}`
    pen = 'L'
  })
  return path
}
