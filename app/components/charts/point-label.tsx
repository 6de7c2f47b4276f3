import { cn } from '~/lib/utils'
import type { ChartPoint } from './series'

/** What the sketch and the drawn chart share, so that nothing moves when one replaces the other. CSS pixels. */
export const frame = {
  top: 8,
  right: 12,
  /** Of the labels below the axis, in one line and in two. */
  label: 22,
  twoLabels: 38,
  /** Between a label and what is beside it. */
  gap: 6,
} as const

/** Share of the room of a point that its bars leave free at either side. */
export const barGap = 0.16

/** About the width of the widest text at 11 px; kana and kanji are as wide as high. */
export const widthOf = (texts: readonly string[]) =>
  Math.max(6.7, ...texts.map((text) => [...text].reduce((sum, letter) => sum + (letter > '\u2fff' ? 11 : 6.7), 0)))

/** Width of a vertical axis with these marks. */
export const axisWidth = (texts: readonly string[]) => widthOf(texts) + 12

const dayColors = { saturday: 'fill-saturday', holiday: 'fill-holiday' }

interface PointLabelProps {
  point: ChartPoint
  /** The middle: pixels, or per cent of the plot. */
  x: number | string
  /** Below the axis. */
  y: number
  className?: string | undefined
}

/** The two lines of a point below the axis. */
export const PointLabel = ({ point, x, y, className }: PointLabelProps) => (
  <text
    y={y}
    fontSize={11}
    textAnchor="middle"
    className={cn(point.day ? dayColors[point.day] : 'fill-muted-foreground', className)}
  >
    <tspan x={x} dy="0.9em">
      {point.label}
    </tspan>
    <tspan x={x} dy="1.35em">
      {point.subLabel}
    </tspan>
  </text>
)
