import { useId, useRef } from 'react'
import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartPatterns, fillOf } from './chart-patterns'
import type { AxisMark, ChartPoint, Series, SeriesChartProps } from './series'
import { useWidth } from './use-width'

const textStyle = { fontSize: 11, fill: 'var(--muted-foreground)' }
const widthOf = (texts: string[]) => Math.max(...texts.map((text) => text.length), 1) * 6.7 + 12

/** recharts in the product's colours and patterns: pointer, touch and arrow keys read each point. */
export default function SeriesLive({ firstWidth, ...props }: SeriesChartProps & { firstWidth: number }) {
  const { label, points, series, format, formatRight = format, formatMark = format, height = 260 } = props
  const { isSideways = false, labelWidth = 96, isShare = false, max, marks = [] } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, firstWidth)
  const data = points.map(({ key, values }) => ({ key, ...values }))
  const isLeft = (one: Series) => !one.isRight
  const extent = (of: Series[]) => points.flatMap(({ values }) => of.map(({ key }) => values[key] ?? 0))
  const marksWidth = widthOf(
    isShare
      ? ['100%']
      : stackedExtremes(points, series.filter(isLeft))
          .concat(max ?? 0)
          .map(formatMark),
  )
  const right = series.filter(({ isRight }) => isRight)
  const hasNegative = extent(series).some((value) => value < 0)
  const ofValues = {
    type: 'number' as const,
    tick: textStyle,
    axisLine: false,
    tickLine: false,
    // People and yen are whole: no mark of 1.5 people, rounded to 2 beside another 2.
    allowDecimals: isShare || (max !== undefined && max <= 1),
    domain: max === undefined ? undefined : ([0, max] as [number, number]),
    tickFormatter: (value: number) => (isShare ? `${Math.round(value * 100)}%` : formatMark(value)),
  }
  const ofPoints = { type: 'category' as const, dataKey: 'key', tickLine: false }
  // Numbers of neighbouring points do not touch.
  const hasRoom = width / Math.max(1, points.length) >= 22
  const hasSubLabels = points.some(({ subLabel }) => subLabel)
  const labelOf = (key: string) => points.find((point) => point.key === key)?.label ?? ''
  return (
    <div ref={box} className="h-full">
      {width > 0 && (
        <ComposedChart
          data={data}
          width={width}
          height={height}
          layout={isSideways ? 'vertical' : 'horizontal'}
          margin={{ top: marks.length > 0 ? 18 : 8, right: right.length > 0 ? 0 : 12, bottom: 0, left: 0 }}
          stackOffset={isShare ? 'expand' : hasNegative ? 'sign' : 'none'}
          title={label}
        >
          <ChartPatterns id={id} tones={series.map(({ tone }) => tone)} />
          <CartesianGrid stroke="var(--chart-grid)" vertical={isSideways} horizontal={!isSideways} />
          {isSideways ? (
            <>
              <XAxis {...ofValues} height={20} />
              <YAxis
                {...ofPoints}
                tick={textStyle}
                tickFormatter={labelOf}
                width={labelWidth}
                axisLine={false}
                interval={0}
              />
            </>
          ) : (
            <>
              <XAxis
                {...ofPoints}
                height={hasSubLabels ? 38 : 22}
                axisLine={{ stroke: 'var(--input)' }}
                interval="equidistantPreserveStart"
                minTickGap={4}
                tickFormatter={labelOf}
                tick={hasSubLabels ? (tick) => <TwoLines {...tick} points={points} /> : textStyle}
              />
              <YAxis {...ofValues} yAxisId="left" width={marksWidth} />
              {right.length > 0 && (
                <YAxis
                  yAxisId="right"
                  orientation="right"
                  tick={textStyle}
                  axisLine={false}
                  tickLine={false}
                  width={widthOf(aroundOf(extent(right)).map(formatRight))}
                  tickFormatter={formatRight}
                />
              )}
            </>
          )}
          {hasNegative &&
            (isSideways ? (
              <ReferenceLine x={0} stroke="var(--input)" />
            ) : (
              <ReferenceLine yAxisId="left" y={0} stroke="var(--input)" />
            ))}
          {marks.map((mark) => (
            <ReferenceLine
              key={mark.key}
              x={mark.key}
              yAxisId="left"
              stroke="var(--muted-foreground)"
              strokeDasharray="2 4"
              label={{ value: `▼${hasRoom ? mark.label : ''}`, position: 'top', ...textStyle, fontSize: 10 }}
            />
          ))}
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--foreground)', fillOpacity: 0.06, stroke: 'none' }}
            content={({ active, payload }) => {
              const key = (payload?.[0]?.payload as { key: string } | undefined)?.key
              const point = points.find((one) => one.key === key)
              if (!active || !point) return null
              return (
                <PointTip {...{ point, series, format, formatRight }} mark={marks.find((one) => one.key === key)} />
              )
            }}
          />
          {series.map((one) => {
            const common = {
              dataKey: one.key,
              name: one.label,
              isAnimationActive: false,
              ...(!isSideways && { yAxisId: one.isRight ? 'right' : 'left' }),
            }
            return one.as === 'bar' ? (
              <Bar
                key={one.key}
                {...common}
                {...(one.stack && { stackId: one.stack })}
                fill={fillOf(id, one.tone)}
                stroke="var(--card)"
                strokeWidth={one.stack ? 1 : 0}
                maxBarSize={48}
              />
            ) : (
              <Line
                key={one.key}
                {...common}
                type={one.as === 'step' ? 'stepAfter' : 'linear'}
                stroke={`var(--chart-${one.tone})`}
                strokeWidth={2}
                {...(one.isDashed && { strokeDasharray: '5 4' })}
                dot={
                  (isAlone(points, one) || (points.length <= 14 && one.as === 'line')) && {
                    r: 2.5,
                    fill: 'var(--card)',
                  }
                }
                activeDot={{ r: 4 }}
              />
            )
          })}
        </ComposedChart>
      )}
    </div>
  )
}

interface TwoLinesProps {
  x: number | string
  y: number | string
  payload: { value: string }
  points: ChartPoint[]
}

function TwoLines({ x, y, payload, points }: TwoLinesProps) {
  const point = points.find(({ key }) => key === payload.value)
  return (
    <text x={x} y={y} textAnchor="middle" {...textStyle}>
      <tspan x={x} dy="0.9em">
        {point?.label}
      </tspan>
      <tspan x={x} dy="1.35em" fontWeight={500}>
        {point?.subLabel}
      </tspan>
    </text>
  )
}

/** Whether a series has one point, which makes no line: on the 1st of a month. */
const isAlone = (points: ChartPoint[], { key }: Series) =>
  points.filter(({ values }) => values[key] != null).length === 1

/** The highest and the lowest sum of what is stacked, and of each series alone. */
function stackedExtremes(points: ChartPoint[], series: Series[]): number[] {
  const sums = points.flatMap(({ values }) => [
    series.reduce((sum, { key, stack }) => sum + (stack ? Math.max(0, values[key] ?? 0) : 0), 0),
    ...series.map(({ key }) => values[key] ?? 0),
  ])
  return aroundOf(sums)
}

/** About the outermost marks of a scale for these values. */
const aroundOf = (values: number[]) => [Math.max(0, ...values) * 1.3, Math.min(0, ...values) * 1.3]

interface PointTipProps extends Pick<SeriesChartProps, 'series' | 'format'> {
  point: ChartPoint
  mark: AxisMark | undefined
  formatRight: (value: number) => string
}

const PointTip = ({ point, mark, series, format, formatRight }: PointTipProps) => (
  <div className="max-w-72 rounded-md border bg-popover px-3 py-2 text-sm shadow-overlay">
    <p className="figures font-medium">{point.name ?? point.label}</p>
    <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-3 text-xs">
      {series.map(({ key, label, isRight }) => {
        const value = point.values[key]
        return (
          <div key={key} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="figures text-right font-medium">
              {value == null ? '–' : (isRight ? formatRight : format)(value)}
            </dd>
          </div>
        )
      })}
    </dl>
    {point.note && <p className="mt-1 text-xs text-muted-foreground">{point.note}</p>}
    {mark && (
      <ul className="mt-1 border-t pt-1 text-xs">
        {mark.texts.slice(0, 4).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {mark.texts.length > 4 && <li>ほか{mark.texts.length - 4}件</li>}
      </ul>
    )}
  </div>
)
