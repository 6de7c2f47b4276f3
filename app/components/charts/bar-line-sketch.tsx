import type { SVGProps } from 'react'
import { type BarLinePoint, isLabelled, linePath, type Plot, xOf, yOf } from './bar-line-geometry'
import { BarShape, Hatch, LineDot, PointLabel, ScaleLabel } from './bar-line-parts'

interface Props extends Omit<SVGProps<SVGSVGElement>, 'points'> {
  /** Says in words what the picture shows. */
  label: string
  plot: Plot
  points: BarLinePoint[]
  hatchId: string
}

/** The chart as plain SVG: the first frame, and what is printed. */
export function BarLineSketch({ plot, points, hatchId, label, ...props }: Props) {
  const floor = plot.height - plot.bottom
  return (
    <svg
      viewBox={`0 0 ${plot.width} ${plot.height}`}
      role="img"
      aria-label={label}
      className="block h-auto w-full"
      {...props}
    >
      <Hatch id={hatchId} />
      {plot.bars.ticks.map((tick) => {
        const y = yOf(plot, plot.bars, tick)
        return (
          <g key={tick}>
            <line x1={plot.left} x2={plot.width - plot.right} y1={y} y2={y} className="stroke-chart-grid" />
            <ScaleLabel value={tick} x={plot.left - 8} y={y} side="left" />
          </g>
        )
      })}
      {plot.lines?.ticks.map((tick) => (
        <ScaleLabel
          key={tick}
          value={tick}
          x={plot.width - plot.right + 8}
          y={yOf(plot, plot.lines ?? plot.bars, tick)}
          side="right"
        />
      ))}
      {points.map((point, index) => (
        <g key={point.key}>
          {point.bar !== null && (
            <BarShape
              point={point}
              x={xOf(plot, index) - plot.barWidth / 2}
              y={yOf(plot, plot.bars, point.bar)}
              width={plot.barWidth}
              bottom={floor}
              hatchId={hatchId}
            />
          )}
          {isLabelled(plot, index) && <PointLabel point={point} plot={plot} x={xOf(plot, index)} />}
        </g>
      ))}
      <path
        d={linePath(plot, points)}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        className="stroke-chart-line"
      />
      {plot.lines &&
        points.map(
          (point, index) =>
            point.line !== null && (
              <LineDot key={point.key} x={xOf(plot, index)} y={yOf(plot, plot.lines ?? plot.bars, point.line)} />
            ),
        )}
    </svg>
  )
}
