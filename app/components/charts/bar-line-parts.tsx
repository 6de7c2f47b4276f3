import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import type { BarLinePoint, Plot } from './bar-line-geometry'

/** Weekends and holidays differ by pattern as well as by hue, so that they survive print and colour blindness. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" className="fill-chart-bar-quiet" />
        <rect width="2.4" height="5" className="fill-chart-bar" />
      </pattern>
    </defs>
  )
}

interface BarShapeProps {
  point: BarLinePoint
  x: number
  y: number
  width: number
  bottom: number
  hatchId: string
}

export function BarShape({ point, x, y, width, bottom, hatchId }: BarShapeProps) {
  const tall = Math.max(0, bottom - y)
  if (tall === 0) return null
  const radius = Math.min(3, width / 2, tall)
  const path = `M${x} ${bottom}V${y + radius}Q${x} ${y} ${x + radius} ${y}H${x + width - radius}Q${x + width} ${y} ${x + width} ${y + radius}V${bottom}Z`
  return point.mark === 'none' ? (
    <path d={path} className="fill-chart-bar" />
  ) : (
    <path d={path} fill={`url(#${hatchId})`} className="stroke-chart-bar" strokeWidth={1} />
  )
}

export function LineDot({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r={2.4} className="fill-card stroke-chart-line" strokeWidth={1.6} />
}

export function PointLabel({ point, plot, x }: { point: BarLinePoint; plot: Plot; x: number }) {
  const base = plot.height - plot.bottom
  const color = cn(
    point.mark === 'holiday' && 'fill-holiday',
    point.mark === 'saturday' && 'fill-saturday',
    point.mark === 'none' && 'fill-muted-foreground',
  )
  return (
    <g textAnchor="middle" className={color}>
      <text x={x} y={base + 16} fontSize={11}>
        {point.label}
      </text>
      <text x={x} y={base + 31} fontSize={10}>
        {point.subLabel}
      </text>
    </g>
  )
}

export function ScaleLabel({ value, x, y, side }: { value: number; x: number; y: number; side: 'left' | 'right' }) {
  return (
    <text
      x={x}
      y={y}
      dy="0.36em"
      fontSize={11}
      textAnchor={side === 'left' ? 'end' : 'start'}
      className="fill-muted-foreground"
    >
      {formatCount(value)}
    </text>
  )
}
