import type { Tone } from './series'

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
