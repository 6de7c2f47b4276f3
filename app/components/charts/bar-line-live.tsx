import { type ReactNode, useEffect, useRef } from 'react'
import { Bar, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { type BarLinePoint, barShare, domainOf, keepsLabel, type Plot, shareOf } from './bar-line-geometry'
import { BarShape, Grid, Hatch, LineDot, PointLabel } from './bar-line-parts'
import { useWidth } from './use-width'

export interface LiveProps {
  plot: Plot
  points: BarLinePoint[]
  label: string
  hatchId: string
  caption: (point: BarLinePoint) => ReactNode
  /** The sketch had the focus when this chart replaced it. */
  takeFocus: boolean
}

/** The chart as recharts draws it, on the sketch's geometry: pointer, touch and arrow keys read each point. */
export default function BarLineLive({ plot, points, label, hatchId, caption, takeFocus }: LiveProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takeFocus) return
    // recharts renders its surface one render later.
    const frame = requestAnimationFrame(() => box.current?.querySelector<SVGElement>('.recharts-surface')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [takeFocus])

  const width = useWidth(box)
  const floor = plot.height - plot.bottom
  const { bars, lines } = plot
  const slot = (width - plot.left - plot.right) / Math.max(1, points.length)
  const xOf = (index: number) => plot.left + shareOf(points, index) * (width - plot.left - plot.right)
  // Kept for the render before measuring, in the same frame, so that no empty chart is painted.
  if (width === 0) return <div ref={box} style={{ height: plot.height }} />
  return (
    <div ref={box}>
      <ComposedChart
        data={points}
        width={width}
        height={plot.height}
        margin={{ top: plot.top, right: lines ? 0 : plot.right, bottom: 0, left: 0 }}
        title={label}
      >
        <Hatch id={hatchId} />
        <Grid plot={plot} from={plot.left} to={width - plot.right} />
        <XAxis
          dataKey="key"
          height={plot.bottom}
          interval={0}
          axisLine={false}
          tickLine={false}
          tick={({ index }: { index: number }) => {
            const point = points[index]
            return point ? <PointLabel point={point} plot={plot} x={xOf(index)} keeps={keepsLabel(index)} /> : <g />
          }}
        />
        <YAxis
          yAxisId="bars"
          width={plot.left}
          domain={domainOf(plot, bars)}
          allowDataOverflow
          tick={false}
          axisLine={false}
        />
        {lines && (
          <YAxis
            yAxisId="lines"
            orientation="right"
            width={plot.right}
            domain={domainOf(plot, lines)}
            allowDataOverflow
            tick={false}
            axisLine={false}
          />
        )}
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--foreground)', fillOpacity: 0.06 }}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as BarLinePoint | undefined
            if (!active || !point) return null
            return <div className="rounded-md border bg-popover px-3 py-2 text-sm shadow-overlay">{caption(point)}</div>
          }}
        />
        <Bar
          yAxisId="bars"
          dataKey="bar"
          isAnimationActive={false}
          barSize={slot * barShare}
          shape={({ payload, y, index }: { payload?: unknown; y?: number | string; index?: number }) => (
            <BarShape
              point={payload as BarLinePoint}
              x={xOf(index ?? 0) - (slot * barShare) / 2}
              y={Number(y ?? floor)}
              width={slot * barShare}
              bottom={floor}
              hatchId={hatchId}
            />
          )}
        />
        {lines && (
          <Line
            yAxisId="lines"
            dataKey="line"
            type="linear"
            stroke="var(--chart-line)"
            strokeWidth={2}
            strokeLinejoin="round"
            isAnimationActive={false}
            dot={({ key, cx, cy }) =>
              typeof cx === 'number' && typeof cy === 'number' ? <LineDot key={key} x={cx} y={cy} /> : <g key={key} />
            }
            activeDot={{ r: 4, fill: 'var(--chart-line)', stroke: 'var(--card)' }}
          />
        )}
      </ComposedChart>
    </div>
  )
}
