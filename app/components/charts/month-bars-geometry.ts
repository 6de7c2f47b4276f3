import { niceScale, type Scale } from './bar-line-geometry'

/** `full` and `hatched` differ by pattern, so that they survive print and colour blindness. */
type BarLook = 'full' | 'hatched'

interface MonthBar {
  key: string
  /** Null: no bar. Negative values hang below the zero line. */
  value: number | null
  look: BarLook
}

/** One slot of the chart, such as a month. */
export interface MonthSlot {
  key: string
  label: string
  bars: MonthBar[]
  /** On the scale at the right; null leaves a gap in the line. */
  line?: number | null
}

/** `beside`: bars next to each other. `across`: bars share a slot, above and below zero. */
export type Arrangement = 'beside' | 'across'

/** x as a share of the plot's width, y in pixels. */
export interface PlacedBar {
  key: string
  x: number
  width: number
  y: number
  height: number
  look: BarLook
}

export interface MonthPlot {
  height: number
  top: number
  bottom: number
  bars: Scale
  lines: Scale | null
}

/** Width of all bars of a slot, as a share of it. */
const barShare = 0.66

/** A scale of whole steps around zero that covers the highest and lowest values. */
export function scaleAroundZero(values: (number | null)[]): Scale {
  const known = values.filter((value) => value !== null)
  const above = Math.max(0, ...known)
  const below = Math.max(0, ...known.map((value) => -value))
  if (below === 0) return niceScale(known, true)
  // The larger side determines the step of both sides.
  const larger = niceScale([Math.max(above, below)], true)
  const step = (larger.ticks[1] ?? 1) - (larger.ticks[0] ?? 0)
  const min = -Math.ceil(below / step) * step
  const max = Math.ceil(above / step) * step
  const ticks = Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) => min + index * step)
  return { min, max, ticks }
}

export function monthPlot(slots: MonthSlot[]): MonthPlot {
  const lines = slots.map(({ line }) => line ?? null)
  return {
    height: 280,
    top: 12,
    bottom: 24,
    bars: scaleAroundZero(slots.flatMap(({ bars }) => bars.map(({ value }) => value))),
    lines: lines.some((line) => line !== null) ? niceScale(lines, false) : null,
  }
}

export const yOn = ({ height, top, bottom }: MonthPlot, scale: Scale, value: number) =>
  height - bottom - ((value - scale.min) / (scale.max - scale.min)) * (height - top - bottom)

/** The middle of a slot, as a share of the plot's width. */
export const middleOf = (index: number, count: number) => (index + 0.5) / Math.max(1, count)

/** Positions of a slot's bars. A missing value leaves a gap; any value other than 0 is at least visible. */
export function placedBars(plot: MonthPlot, slots: MonthSlot[], index: number, arrange: Arrangement): PlacedBar[] {
  const bars = slots[index]?.bars ?? []
  const room = barShare / Math.max(1, slots.length)
  const width = arrange === 'beside' ? room / Math.max(1, bars.length) : room
  const left = middleOf(index, slots.length) - room / 2
  const zero = yOn(plot, plot.bars, 0)
  return bars.flatMap(({ key, value, look }, at) => {
    if (value === null) return []
    const y = yOn(plot, plot.bars, value)
    const height = value === 0 ? 0 : Math.max(1, Math.abs(y - zero))
    return [
      {
        key,
        look,
        x: left + (arrange === 'beside' ? at * width : 0),
        width,
        y: value < 0 ? zero : zero - height,
        height,
      },
    ]
  })
}

/** The line as SVG path data in hundredths of the width and pixels; a gap where a slot has none. */
export function slotLine(plot: MonthPlot, slots: MonthSlot[]): { line: string; dots: string } {
  const { lines } = plot
  const dots = slots.map(({ line }, index) =>
    lines && line != null
      ? `${(middleOf(index, slots.length) * 100).toFixed(2)} ${yOn(plot, lines, line).toFixed(1)}`
      : null,
  )
  return {
    line: dots.map((dot, index) => (dot === null ? '' : `${dots[index - 1] ? 'L' : 'M'}${dot}`)).join(''),
    dots: dots.map((dot) => (dot === null ? '' : `M${dot}h0`)).join(''),
  }
}
