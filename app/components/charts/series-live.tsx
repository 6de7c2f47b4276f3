import { useId, useRef } from 'react'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { BarEnd, endGap, endSize, endValue } from './bar-ends'
import {
  axisWidth,
  barGap,
  ChartPatterns,
  colorOf,
  fillOf,
  frame,
  PointLabel,
  trianglePath,
  widthOf,
} from './chart-parts'
import { EventMarks } from './event-marks'
import { placedMarks } from './mark-places'
import { PointTip } from './point-tip'
import { scaleOf } from './scale'
import { type ChartPoint, type Series, type SeriesChartProps, usualHeight } from './series'
import { heightOnPaper, useWidth } from './use-width'

const textStyle = { fontSize: 11, fill: 'var(--muted-foreground)' }

/** Height of the marks below a sideways chart. */
const sidewaysAxis = 20

interface FirstDrawing {
  firstWidth: number
  isForPaper?: true | undefined
}

/** recharts in the product's colours and patterns: pointer, touch and arrow keys read each point. */
export default function SeriesLive({ firstWidth, isForPaper, ...props }: SeriesChartProps & FirstDrawing) {
  const { label, points, series, format, formatRight = format, formatMark = format } = props
  const { isSideways = false, labelWidth = 96, isShare = false, max, scale, namedKeys, height = usualHeight } = props
  const { marks, limits = [], band } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { width, isPrinting } = useWidth(box, firstWidth, isForPaper)
  const data = points.map(({ key, day, values }) => ({ key, day, ...values }))
  const isLeft = (one: Series) => !one.isRight
  const extent = (of: readonly Series[]) => points.flatMap(({ values }) => of.map(({ key }) => values[key] ?? 0))
  const isPart = isShare || (max !== undefined && max <= 1)
  // People and yen are whole: no mark of 1.5 people, rounded to 2 beside another 2.
  const left =
    scale ??
    scaleOf(stackedValues(points, series.filter(isLeft)), {
      ...{ fromZero: true, least: isPart ? 0.01 : 1, around: max === undefined ? [] : [max] },
      ...(isPart && { most: 5 }),
    })
  const marksWidth = axisWidth(isShare ? ['100%'] : left.ticks.map(formatMark))
  const right = series.filter(({ isRight }) => isRight)
  const rightScale = scaleOf(extent(right), { fromZero: true, least: 0.01 })
  const rightWidth = right.length > 0 ? axisWidth(rightScale.ticks.map(formatRight)) : frame.right
  const hasNegative = extent(series).some((value) => value < 0)
  const ofValues = {
    type: 'number' as const,
    tick: textStyle,
    axisLine: false,
    tickLine: false,
    ...(!isShare && { domain: [left.min, left.max], ticks: left.ticks }),
    ...(!isShare && !isSideways && { interval: 0 as const }),
    tickFormatter: (value: number) => (isShare ? `${Math.round(value * 100)}%` : formatMark(value)),
  }
  const ofPoints = { type: 'category' as const, dataKey: 'key', tickLine: false }
  const plotWidth = width - marksWidth - rightWidth
  const most = Math.floor(plotWidth / (widthOf(points.map(({ label }) => label)) + frame.gap))
  const middleOf = (key: string) =>
    marksWidth + ((points.findIndex((point) => point.key === key) + 0.5) / points.length) * plotWidth
  const topMargin = marks ? frame.topWithMarks : frame.top
  const columnOf = (x: number) => ((x - marksWidth) / plotWidth) * points.length
  const rowOf = (y: number) => ((y - topMargin) / (height - topMargin - sidewaysAxis)) * points.length
  // Figures at the ends of bars, where they do not touch.
  const bars = series.filter(({ as, isRight }) => as === 'bar' && !isRight)
  const ends = points.flatMap((point) =>
    bars.flatMap((one) => {
      const value = endValue(point, one, series)
      return value === null ? [] : formatMark(value)
    }),
  )
  const endWidth = widthOf(ends) * (endSize / 11) + endGap
  const beside = new Set(bars.map(({ stack, key }) => stack ?? key)).size
  const hasEnds = !isShare && !scale && (isSideways || plotWidth / Math.max(1, points.length * beside) >= endWidth)
  const besideBars = (along: number) => ({ first: hasEnds && hasNegative ? along : 0, last: hasEnds ? along : 0 })
  const [beyond, above] = [besideBars(endWidth), besideBars(endSize + endGap)]
  const hasSubLabels = points.some(({ subLabel }) => subLabel)
  const pointAt = (key: string) => points.find((point) => point.key === key)
  const hasDays = points.some(({ day }) => day)
  const labelOf = (key: string) => pointAt(key)?.label ?? ''
  return (
    <div ref={box} className="h-full">
      {width > 0 && (
        <ComposedChart
          data={data}
          width={width}
          height={isPrinting ? heightOnPaper(height, isSideways) : height}
          layout={isSideways ? 'vertical' : 'horizontal'}
          margin={{
            top: topMargin,
            right: right.length > 0 ? 0 : frame.right,
            bottom: 0,
            left: 0,
          }}
          barCategoryGap={`${barGap * 100}%`}
          stackOffset={isShare ? 'expand' : hasNegative ? 'sign' : 'none'}
          title={label}
        >
          <ChartPatterns id={id} tones={[...series.map(({ tone }) => tone), 'bar-hatched']} />
          <CartesianGrid
            {...(!isSideways && { yAxisId: 'left' })}
            syncWithTicks={!isShare}
            stroke="var(--chart-grid)"
            vertical={isSideways}
            horizontal={!isSideways}
          />
          {isSideways ? (
            <>
              <XAxis {...ofValues} height={sidewaysAxis} padding={{ left: beyond.first, right: beyond.last }} />
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
                height={hasSubLabels ? frame.twoLabels : frame.label}
                axisLine={{ stroke: 'var(--input)' }}
                // Lines too have each point in the middle of its room, so that the last label is not cut off.
                scale="band"
                {...(namedKeys
                  ? { ticks: namedKeys(most), interval: 0 }
                  : { interval: 'equidistantPreserveEnd' as const })}
                minTickGap={4}
                tickFormatter={labelOf}
                tick={
                  hasSubLabels
                    ? ({ x, y, payload }) => {
                        const point = pointAt(payload.value)
                        return point ? <PointLabel point={point} x={x} y={Number(y)} /> : <g />
                      }
                    : textStyle
                }
              />
              <YAxis
                {...ofValues}
                yAxisId="left"
                width={marksWidth}
                padding={{ top: above.last, bottom: above.first }}
              />
              {right.length > 0 && (
                <YAxis
                  yAxisId="right"
                  orientation="right"
                  tick={textStyle}
                  axisLine={false}
                  tickLine={false}
                  width={rightWidth}
                  domain={[rightScale.min, rightScale.max]}
                  ticks={rightScale.ticks}
                  interval={0}
                  padding={{ top: above.last, bottom: above.first }}
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
          {band && (
            <ReferenceArea
              yAxisId="left"
              y1={band.from}
              y2={band.to ?? scale?.max ?? band.from}
              ifOverflow="hidden"
              fill="var(--chart-bar)"
              fillOpacity={0.12}
            />
          )}
          {/* An open end has no edge. */}
          {[band?.from, band?.to].map(
            (edge) =>
              edge != null && (
                <ReferenceLine
                  key={edge}
                  yAxisId="left"
                  y={edge}
                  stroke="var(--chart-bar)"
                  strokeOpacity={0.55}
                  strokeDasharray="3 3"
                />
              ),
          )}
          {limits.map(({ at, tone }) => (
            <ReferenceLine
              key={at}
              yAxisId="left"
              y={at}
              stroke={colorOf(tone)}
              strokeDasharray="5 4"
              strokeWidth={1.5}
            />
          ))}
          {marks?.map((mark) => (
            <ReferenceLine
              key={mark.key}
              x={mark.key}
              yAxisId="left"
              stroke="var(--muted-foreground)"
              strokeDasharray="2 4"
            />
          ))}
          {marks && <EventMarks marks={placedMarks(marks, middleOf, width)} />}
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--foreground)', fillOpacity: 0.06, stroke: 'none' }}
            content={({ active, payload }) => {
              const key = (payload?.[0]?.payload as { key: string } | undefined)?.key
              const point = key === undefined ? undefined : pointAt(key)
              if (!active || !point) return null
              return (
                <PointTip {...{ point, series, format, formatRight }} mark={marks?.find((one) => one.key === key)} />
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
            if (one.as === 'bar') {
              return (
                <Bar
                  key={one.key}
                  {...common}
                  {...(one.stack ? { stackId: one.stack, strokeWidth: 1 } : { radius: 2, strokeWidth: 0 })}
                  fill={fillOf(id, one.tone)}
                  stroke="var(--card)"
                  minPointSize={one.showsEach ? 2 : 0}
                  {...(hasEnds && {
                    label: (props) => {
                      const [x, y] = [Number(props.x), Number(props.y)]
                      const bar = { x, y, width: Number(props.width), height: Number(props.height) }
                      // By its place: recharts numbers the bars that it draws.
                      const point =
                        points[Math.floor(isSideways ? rowOf(y + bar.height / 2) : columnOf(x + bar.width / 2))]
                      const value = point ? endValue(point, one, series) : null
                      if (value === null) return <g />
                      return <BarEnd {...{ bar, value, isSideways }} text={formatMark(value)} />
                    },
                  })}
                  maxBarSize={48}
                  {...(hasDays && {
                    shape: (bar) => (
                      <Rectangle {...bar} fill={fillOf(id, bar.payload.day ? 'bar-hatched' : one.tone)} />
                    ),
                  })}
                />
              )
            }
            if (one.as === 'range') {
              return (
                <Bar
                  key={one.key}
                  {...common}
                  dataKey={(row) => [row[one.from ?? ''], row[one.key]]}
                  fill={fillOf(id, one.tone)}
                  radius={4}
                  maxBarSize={9}
                />
              )
            }
            if (one.as === 'flag' || one.as === 'arrow') {
              const { as, tone } = one
              return (
                <Line
                  key={one.key}
                  {...common}
                  stroke="none"
                  activeDot={false}
                  dot={({ key, cx, cy }) =>
                    typeof cx === 'number' && typeof cy === 'number' ? (
                      <path key={key} d={trianglePath(as, cx, cy)} fill={colorOf(tone)} />
                    ) : (
                      <g key={key} />
                    )
                  }
                />
              )
            }
            return (
              <Line
                key={one.key}
                {...common}
                type={one.as === 'step' ? 'stepAfter' : 'linear'}
                stroke={colorOf(one.tone)}
                strokeWidth={2}
                strokeLinejoin="round"
                {...(one.isDashed && { strokeDasharray: '5 4' })}
                dot={dotsOf(points, one)}
                activeDot={{ r: 4 }}
              />
            )
          })}
        </ComposedChart>
      )}
    </div>
  )
}

/** Whether a series has one point, which makes no line: on the 1st of a month. */
const isAlone = (points: readonly ChartPoint[], { key }: Series) =>
  points.filter(({ values }) => values[key] != null).length === 1

/** The dots of a line: where there are few, or each is to be seen; of many as small discs, since rings would hide the line. */
function dotsOf(points: readonly ChartPoint[], one: Series) {
  if (one.showsEach && points.length > 45) return { r: 1.9, fill: colorOf(one.tone), strokeWidth: 0 }
  const hasDots = one.showsEach || isAlone(points, one) || (points.length <= 14 && one.as === 'line')
  return hasDots && { r: 2.4, fill: 'var(--card)', strokeWidth: 1.6 }
}

/** Of each point the sum of what is stacked, by sign, and each series alone. */
const stackedValues = (points: readonly ChartPoint[], series: readonly Series[]): number[] =>
  points.flatMap(({ values }) => {
    const stacked = series.filter(({ stack }) => stack).map(({ key }) => values[key] ?? 0)
    const sumOf = (is: (value: number) => boolean) => stacked.filter(is).reduce((sum, value) => sum + value, 0)
    return [sumOf((value) => value > 0), sumOf((value) => value < 0), ...series.map(({ key }) => values[key] ?? 0)]
  })
