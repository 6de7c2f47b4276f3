import { type ReactNode, useEffect, useRef } from 'react'
import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { type BarLinePoint, isLabelled, type Plot, xOf } from './bar-line-geometry'
import { BarShape, Hatch, LineDot, PointLabel, ScaleLabel } from './bar-line-parts'

export interface LiveProps {
  plot: Plot
  points: BarLinePoint[]
  label: string
  hatchId: string
  caption: (point: BarLinePoint) => ReactNode
  /** The sketch had the focus when this took its place. */
  takeFocus: boolean
}

/** The chart as recharts draws it, on the sketch's geometry: pointer, touch and arrow keys read each point. */
export default function BarLineLive({ plot, points, label, hatchId, caption, takeFocus }: LiveProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takeFocus) return
    // recharts draws its surface one render after its own.
    const frame = requestAnimationFrame(() => box.current?.querySelector<SVGElement>('.recharts-surface')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [takeFocus])

  const floor = plot.height - plot.bottom
  const { bars, lines } = plot
  return (
    <div ref={box}>
      <ComposedChart
        data={points}
        width={plot.width}
        height={plot.height}
        margin={{ top: plot.top, right: lines ? 0 : plot.right, bottom: 0, left: 0 }}
        title={label}
      >
        <Hatch id={hatchId} />
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" yAxisId="bars" />
        <XAxis
          dataKey="key"
          height={plot.bottom}
          interval={0}
          axisLine={false}
          tickLine={false}
          tick={({ index }: { index: number }) => {
            const point = points[index]
            return point && isLabelled(plot, index) ? (
              <PointLabel point={point} plot={plot} x={xOf(plot, index)} />
            ) : (
              <g />
            )
          }}
        />
        <YAxis
          yAxisId="bars"
          width={plot.left}
          domain={[bars.min, bars.max]}
          ticks={bars.ticks}
          interval={0}
          axisLine={false}
          tickLine={false}
          tick={({ y, payload }: { y: number | string; payload: { value: number } }) => (
            <ScaleLabel value={payload.value} x={plot.left - 8} y={Number(y)} side="left" />
          )}
        />
        {lines && (
          <YAxis
            yAxisId="lines"
            orientation="right"
            width={plot.right}
            domain={[lines.min, lines.max]}
            ticks={lines.ticks}
            interval={0}
            axisLine={false}
            tickLine={false}
            tick={({ y, payload }: { y: number | string; payload: { value: number } }) => (
              <ScaleLabel value={payload.value} x={plot.width - plot.right + 8} y={Number(y)} side="right" />
            )}
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
          barSize={plot.barWidth}
          shape={({ payload, y, index }: { payload?: unknown; y?: number | string; index?: number }) => (
            <BarShape
              point={payload as BarLinePoint}
              x={xOf(plot, index ?? 0) - plot.barWidth / 2}
              y={Number(y ?? floor)}
              width={plot.barWidth}
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
