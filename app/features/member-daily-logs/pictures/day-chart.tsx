import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from 'recharts'
import { useWidth } from '~/components/charts/use-width'
import { formatDate } from '~/lib/dates'
import { daysToName, shortDay } from './period'
import type { Scale } from './scale'

interface DayChartProps<Row extends { date: string }> {
  /** A row for each day of the period. */
  rows: readonly Row[]
  /** The picture in words. */
  label: string
  height: number
  scale: Scale
  formatTick: (value: number) => string
  /** What is said of a day besides its date; null or false where there is nothing. */
  tip: (row: Row) => ReactNode
  /** What recharts draws. */
  children: ReactNode
}

/** About, in CSS pixels: a letter of kana or kanji is as wide as it is high. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2fff' ? 11 : 6.7), 0)

const tick = { fontSize: 11, fill: 'var(--muted-foreground)' }

/** Days from left to right and one scale; pointer, touch and arrow keys read each day. On paper it is as wide as its place. */
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
            // Lines and bars alike have each day in the middle of its room.
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

/** What fits between an A4 page's margins, less the card's own. */
const paperWidth = 640

/** A width on the screen, and while somebody prints no more than paper has: a wide chart made small could not be read. */
function useWidthOnPaper(width: number): number {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the picture of the page right after the event.
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

/** The lines of such a tip: what, and how much. */
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
