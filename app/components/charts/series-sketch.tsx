import { useId } from 'react'
import { cn } from '~/lib/utils'
import { axisWidth, barGap, ChartPatterns, colorOf, fillOf, frame, PointLabel } from './chart-parts'
import type { Scale } from './scale'
import { type SeriesChartProps, usualHeight } from './series'

/** Strokes keep their width when the SVG is stretched; a segment of no length is a dot. */
const unscaled = { vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/**
 * Bars and a line as plain SVG, at the places where recharts draws them. In per cent of its width, with the axis in the
 * padding, so that nothing has to be measured before the first frame.
 */
export function SeriesSketch(props: SeriesChartProps & { scale: Scale }) {
  const { label, points, series, scale, format, formatMark = format, height = usualHeight, namedKeys, marks } = props
  const id = useId()
  const floor = height - frame.twoLabels
  const top = marks ? frame.topWithMarks : frame.top
  const yOf = (value: number) => floor - ((value - scale.min) / (scale.max - scale.min)) * (floor - top)
  const middle = (index: number) => (index + 0.5) / points.length
  const barWidth = (1 - 2 * barGap) / points.length
  const bar = series.find(({ as }) => as === 'bar')
  const line = series.find(({ as }) => as === 'line')
  const dots = points.map(({ values }, index) => {
    const value = line && values[line.key]
    return value == null ? null : `${(middle(index) * 100).toFixed(2)} ${yOf(value).toFixed(1)}`
  })
  const path = dots.map((dot, index) => dot && `${dots[index - 1] ? 'L' : 'M'}${dot}`).join('')
  const rings = dots.map((dot) => dot && `M${dot}h0`).join('')
  const named = new Set(namedKeys?.(points.length - 1))
  return (
    <div
      className="@container"
      style={{ paddingLeft: axisWidth(scale.ticks.map(formatMark)), paddingRight: frame.right }}
    >
      <svg width="100%" height={height} role="img" aria-label={label} className="block overflow-visible">
        <ChartPatterns id={id} tones={['bar-hatched']} />
        {scale.ticks.map((tick) => (
          <g key={tick} transform={`translate(0 ${yOf(tick)})`}>
            <line x2="100%" stroke="var(--chart-grid)" />
            <text dx={-8} dy="0.355em" fontSize={11} textAnchor="end" className="fill-muted-foreground">
              {formatMark(tick)}
            </text>
          </g>
        ))}
        <line x2="100%" y1={floor} y2={floor} stroke="var(--input)" />
        {points.map((point, index) => {
          const value = bar && point.values[bar.key]
          return (
            <g key={point.key}>
              {bar && value != null && (
                <rect
                  x={percent(middle(index) - barWidth / 2)}
                  y={yOf(value)}
                  width={percent(barWidth)}
                  height={floor - yOf(value)}
                  rx={2}
                  fill={fillOf(id, point.day ? 'bar-hatched' : bar.tone)}
                />
              )}
              <PointLabel
                point={point}
                x={percent(middle(index))}
                y={floor + 8}
                className={cn(!named.has(point.key) && 'hidden @min-[600px]:inline')}
              />
            </g>
          )
        })}
        {line && (
          <svg
            aria-hidden
            viewBox={`0 0 100 ${height}`}
            preserveAspectRatio="none"
            width="100%"
            height={height}
            fill="none"
            overflow="visible"
          >
            <path d={path} {...unscaled} strokeWidth={2} stroke={colorOf(line.tone)} />
            <path d={rings} {...unscaled} strokeWidth={6.4} stroke={colorOf(line.tone)} />
            <path d={rings} {...unscaled} strokeWidth={3.2} stroke="var(--card)" />
          </svg>
        )}
      </svg>
    </div>
  )
}
