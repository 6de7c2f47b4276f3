import type { ChartPoint, Series } from './series'

/** Size of a figure at the end of a bar, and its distance from it. CSS pixels. */
export const endSize = 11
export const endGap = 4

/** The value whose figure stands at the end of this series' bar: of a stack the sum of its sign, at its last bar. */
export function endValue({ values }: ChartPoint, one: Series, series: readonly Series[]): number | null {
  const value = values[one.key]
  if (value == null || !one.stack) return value ?? null
  const stacked = series.filter(({ stack, key }) => stack === one.stack && (values[key] ?? 0) * value > 0)
  return stacked.at(-1) === one ? stacked.reduce((sum, { key }) => sum + (values[key] ?? 0), 0) : null
}

interface BarEndProps {
  bar: { x: number; y: number; width: number; height: number }
  value: number
  isSideways: boolean
  text: string
}

/** A figure beyond the end of a bar. */
export function BarEnd({ bar, value, isSideways, text }: BarEndProps) {
  const [left, right] = [Math.min(bar.x, bar.x + bar.width), Math.max(bar.x, bar.x + bar.width)]
  const [top, bottom] = [Math.min(bar.y, bar.y + bar.height), Math.max(bar.y, bar.y + bar.height)]
  const isBelow = value < 0
  const place = isSideways
    ? { x: isBelow ? left - endGap : right + endGap, y: (top + bottom) / 2, dy: '0.355em' }
    : { x: (left + right) / 2, y: isBelow ? bottom + endGap : top - endGap, dy: isBelow ? '0.71em' : 0 }
  return (
    <text
      {...place}
      fontSize={endSize}
      textAnchor={isSideways ? (isBelow ? 'end' : 'start') : 'middle'}
      // Legible over the lines of events and of other series.
      stroke="var(--card)"
      strokeWidth={3}
      paintOrder="stroke"
      className="bar-end figures fill-muted-foreground"
    >
      {text}
    </text>
  )
}
