import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from 'recharts'
import { useWidth } from '~/components/charts/use-width'
import { formatDate } from '~/lib/dates'
import { daysToName, shortDay } from './period'
import type { Scale } from './scale'

interface DayChartProps<Row extends { date: string }> {
  /** One row per day of the period. */
  rows: readonly Row[]
  /** Text alternative of the chart. */
  label: string
  height: number
  scale: Scale
  formatTick: (value: number) => string
  /** Tip of a day besides its date; null or false if there is nothing. */
  tip: (row: Row) => ReactNode
  /** The recharts elements. */
  children: ReactNode
}

/** Estimated text width in CSS pixels; kana and kanji are as wide as high. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2fff' ? 11 : 6.7), 0)

const tick = { fontSize: 11, fill: 'var(--muted-foreground)' }

/** Chart by day with one axis; pointer, touch and arrow keys read each day. In print it fits its container. */
export function DayChart<Row extends { date: string }>({
  rows,
  label,
  height,
  scale,
  formatTick,
  tip,
  children,
}: DayChartProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidthOnPaper(useWidth(box))
  const left = Math.max(...scale.ticks.map((value) => widthOf(formatTick(value)))) + 12
  const named = daysToName(
    rows.map(({ date }) => date),
    Math.floor((width - left) / 42),
  )
  return (
    <div
      ref={box}
      style={{ minHeight: height }}
      className="print:min-h-0! print:[&_.recharts-surface]:h-auto! print:[&_.recharts-wrapper]:h-auto! print:[&_.recharts-wrapper]:w-full!"
    >
      {width > 0 && (
        <ComposedChart
          data={[...rows]}
          width={width}
          height={height}
          margin={{ top: 10, right: 6, bottom: 0, left: 0 }}
          barCategoryGap="22%"
          aria-label={label}
        >
          <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
          <XAxis
            dataKey="date"
            // Lines and bars both centre each day in its slot.
            scale="band"
            height={24}
            ticks={named}
            interval={0}
            tickFormatter={shortDay}
            tick={tick}
            tickLine={false}
            tickMargin={7}
            axisLine={{ stroke: 'var(--border)' }}
          />
          <YAxis
            width={left}
            domain={[scale.min, scale.max]}
            ticks={scale.ticks}
            interval={0}
            tickFormatter={formatTick}
            tick={tick}
            tickLine={false}
            tickMargin={4}
            axisLine={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--input)', fill: 'var(--foreground)', fillOpacity: 0.06 }}
            content={({ active, label: date }) => {
              const row = rows.find((one) => one.date === date)
              return active && row ? <DayTip date={row.date}>{tip(row)}</DayTip> : null
            }}
          />
          {children}
        </ComposedChart>
      )}
    </div>
  )
}

/** Width between an A4 page's margins, minus the card's padding. */
const paperWidth = 640

/** The width, limited to the page while printing: a scaled-down wide chart would be unreadable. */
function useWidthOnPaper(width: number): number {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // Synchronous, since the browser captures the page right after the event.
    const before = () => flushSync(() => setIsPrinting(true))
    const after = () => setIsPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting ? Math.min(width, paperWidth) : width
}

const DayTip = ({ date, children }: { date: string; children: ReactNode }) => (
  <div role="status" className="figures rounded-md border bg-popover px-3 py-2 text-sm shadow-overlay print:hidden">
    <p className="font-semibold">{formatDate(date)}</p>
    <div className="mt-0.5 text-xs">{children || <span className="text-muted-foreground">記録なし</span>}</div>
  </div>
)

/** Lines of a tip: label and value. */
export const TipFacts = ({ facts }: { facts: readonly (readonly [label: string, text: string])[] }) => (
  <dl className="grid grid-cols-[auto_auto] gap-x-4">
    {facts.map(([label, text]) => (
      <div key={label} className="col-span-2 grid grid-cols-subgrid">
        <dt className="text-muted-foreground">{label}</dt>
        <dd className="text-right">{text}</dd>
      </div>
    ))}
  </dl>
)
