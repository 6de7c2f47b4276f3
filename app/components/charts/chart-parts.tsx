import { cn } from '~/lib/utils'
import type { ChartPoint, Tone } from './series'

/** What the sketch and the drawn chart share, so that nothing moves when one replaces the other. CSS pixels. */
export const frame = {
  /** Above the bars, and where events have room there. */
  top: 8,
  topWithMarks: 20,
  right: 12,
  /** Of the labels below the axis, in one line and in two. */
  label: 22,
  twoLabels: 38,
  /** Between a label and what is beside it. */
  gap: 6,
} as const

/** Share of the room of a point that its bars leave free at either side. */
export const barGap = 0.12

/** About the width of the widest text at 11 px; kana and kanji are as wide as high. */
export const widthOf = (texts: readonly string[]) =>
  Math.max(6.7, ...texts.map((text) => [...text].reduce((sum, letter) => sum + (letter > '\u2fff' ? 11 : 6.7), 0)))

/** Width of a vertical axis with these marks. */
export const axisWidth = (texts: readonly string[]) => widthOf(texts) + 12

interface Pattern {
  ground: string
  stroke: string
  strokeWidth: number
  path: string
}

/** Lines in the colour of the card over that of the tone. */
const over = (tone: Tone, path: string): Pattern => ({
  ...{ ground: `var(--chart-${tone})`, path },
  ...{ stroke: 'color-mix(in oklab, var(--card) 75%, transparent)', strokeWidth: 1.1 },
})

/** What is drawn over a tone's colour, so that series differ without hue: on paper, in grey, to the colour-blind. */
const patterns: Partial<Record<Tone, Pattern>> = {
  2: over(2, 'M0 6L6 0'),
  3: over(3, 'M0 3H6'),
  5: over(5, 'M3 0V6M0 3H6'),
  6: over(6, 'M0 0L6 6'),
  7: over(7, 'M3 0V6'),
  'bar-hatched': {
    ...{ ground: 'var(--chart-bar-quiet)', stroke: 'var(--chart-bar)', strokeWidth: 2.4 },
    path: 'M-1 1L1 -1M0 6L6 0M5 7L7 5',
  },
}

/** The patterns of these tones, for `fillOf` within the same SVG. */
export const ChartPatterns = ({ id, tones }: { id: string; tones: readonly Tone[] }) => (
  <defs>
    {[...new Set(tones)].map((tone) => {
      const { ground, path, ...lines } = patterns[tone] ?? {}
      return (
        ground && (
          <pattern key={tone} id={`${id}-${tone}`} width="6" height="6" patternUnits="userSpaceOnUse">
            <rect width="6" height="6" fill={ground} />
            <path d={path} {...lines} />
          </pattern>
        )
      )
    })}
  </defs>
)

export const colorOf = (tone: Tone) => (tone === 'bad' ? 'var(--bad)' : `var(--chart-${tone})`)

/** Fills a shape with a tone's colour and pattern. */
export const fillOf = (id: string, tone: Tone) => (patterns[tone] ? `url(#${id}-${tone})` : colorOf(tone))

/** The triangle of a value: around its place, or above it. */
export const trianglePath = (as: 'flag' | 'arrow', x: number, y: number) =>
  as === 'flag' ? `M${x} ${y - 5}l5 8.5h-10z` : `M${x - 4} ${y - 8}h8l-4 6z`

const dayColors = { saturday: 'fill-saturday', holiday: 'fill-holiday' }

interface PointLabelProps {
  point: ChartPoint
  /** The middle: pixels, or per cent of the plot. */
  x: number | string
  /** Below the axis. */
  y: number
  className?: string | undefined
}

/** The two lines of a point below the axis. */
export const PointLabel = ({ point, x, y, className }: PointLabelProps) => (
  <text
    y={y}
    fontSize={11}
    textAnchor="middle"
    className={cn(point.day ? dayColors[point.day] : 'fill-muted-foreground', className)}
  >
    <tspan x={x} dy="0.9em">
      {point.label}
    </tspan>
    <tspan x={x} dy="1.35em">
      {point.subLabel}
    </tspan>
  </text>
)
