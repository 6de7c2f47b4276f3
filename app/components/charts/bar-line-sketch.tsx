import type { SVGProps } from 'react'
import {
  type BarLinePoint,
  barShare,
  dotsPath,
  keepsLabel,
  linePath,
  type Plot,
  shareOf,
  yOf,
} from './bar-line-geometry'
import { BarShape, Grid, Hatch, PointLabel } from './bar-line-parts'

interface Props extends Omit<SVGProps<SVGSVGElement>, 'points'> {
  /** The chart in words. */
  label: string
  plot: Plot
  points: BarLinePoint[]
  hatchId: string
}

/** Strokes keep their width when the SVG is stretched; a zero-length segment is a dot. */
const unscaled = { vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/**
 * The chart as plain SVG, for the first frame and for print. Drawn in per cent of its width, with the axes in the
 * padding, so that nothing has to be measured first.
 */
export function BarLineSketch({ plot, points, hatchId, label, ...props }: Props) {
  const floor = plot.height - plot.bottom
  const { bars } = plot
  const half = barShare / Math.max(1, points.length) / 2
  return (
    <div style={{ paddingLeft: plot.left, paddingRight: plot.right }}>
      <svg
        width="100%"
        height={plot.height}
        role="img"
        aria-label={label}
        className="block overflow-visible"
        {...props}
      >
        <Hatch id={hatchId} />
        <Grid plot={plot} from="0" to="100%" />
        {points.map((point, index) => (
          <g key={point.key}>
            {point.bar !== null && (
              <BarShape
                point={point}
                x={percent(shareOf(points, index) - half)}
                y={yOf(plot, bars, point.bar)}
                width={percent(half * 2)}
                bottom={floor}
                hatchId={hatchId}
              />
            )}
            <PointLabel point={point} plot={plot} x={percent(shareOf(points, index))} keeps={keepsLabel(index)} />
          </g>
        ))}
        <svg
          aria-hidden
          viewBox={`0 0 100 ${plot.height}`}
          preserveAspectRatio="none"
          width="100%"
          height={plot.height}
          fill="none"
          overflow="visible"
        >
          <path d={linePath(plot, points)} {...unscaled} strokeWidth={2} className="stroke-chart-line" />
          <path d={dotsPath(plot, points)} {...unscaled} strokeWidth={6.4} className="stroke-chart-line" />
          <path d={dotsPath(plot, points)} {...unscaled} strokeWidth={3.2} className="stroke-card" />
        </svg>
      </svg>
    </div>
  )
}
