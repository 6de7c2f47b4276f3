import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { type BarLinePoint, type Plot, yOf } from './bar-line-geometry'

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

type Length = number | string

interface BarShapeProps {
  point: BarLinePoint
  x: Length
  y: number
  width: Length
  bottom: number
  hatchId: string
}

export function BarShape({ point, x, y, width, bottom, hatchId }: BarShapeProps) {
  const look =
    point.mark === 'none'
      ? { className: 'fill-chart-bar' }
      : { fill: `url(#${hatchId})`, className: 'stroke-chart-bar', strokeWidth: 1 }
  return <rect x={x} y={y} width={width} height={Math.max(0, bottom - y)} rx={2} {...look} />
}

export function LineDot({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r={2.4} className="fill-card stroke-chart-line" strokeWidth={1.6} />
}

export function PointLabel({ point, plot, x, keeps }: { point: BarLinePoint; plot: Plot; x: Length; keeps: boolean }) {
  const base = plot.height - plot.bottom
  const color = cn(
    !keeps && 'hidden @min-[640px]:inline',
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

/** The axes of the bars and, above them, of the line, with grid lines. */
export function Grid({ plot, from, to }: { plot: Plot; from: Length; to: Length }) {
  return [plot.lines, plot.bars].map((scale) =>
    scale?.ticks.map((tick) => {
      const y = yOf(plot, scale, tick)
      return (
        <g key={`${scale === plot.bars}${tick}`}>
          <line x1={from} x2={to} y1={y} y2={y} className="stroke-chart-grid" />
          <text x={from} y={y} dx={-8} dy="0.36em" fontSize={11} textAnchor="end" className="fill-muted-foreground">
            {formatCount(tick)}
          </text>
        </g>
      )
    }),
  )
}
