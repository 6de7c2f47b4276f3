import type { Tone } from './series'

/** What is drawn over a tone's colour, so that series differ without hue: on paper, in grey, to the colour-blind. */
const strokes: Record<Tone, string | null> = {
  1: null,
  2: 'M0 6L6 0',
  3: 'M0 3H6',
  4: null,
  5: 'M3 0V6M0 3H6',
  6: 'M0 0L6 6',
  7: 'M3 0V6',
}

/** The patterns of these tones, for `fillOf` within the same SVG. */
export const ChartPatterns = ({ id, tones }: { id: string; tones: readonly Tone[] }) => (
  <defs>
    {tones.map((tone) => (
      <pattern key={tone} id={`${id}-${tone}`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" fill={`var(--chart-${tone})`} />
        <path d={strokes[tone] ?? ''} stroke="var(--card)" strokeWidth="1.1" strokeOpacity="0.75" />
      </pattern>
    ))}
  </defs>
)

/** Fills a shape with a tone's colour and pattern. */
export const fillOf = (id: string, tone: Tone) => (strokes[tone] ? `url(#${id}-${tone})` : `var(--chart-${tone})`)
