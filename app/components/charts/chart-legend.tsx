import { useId } from 'react'
import { ChartPatterns, colorOf, fillOf, trianglePath } from './chart-parts'
import type { LegendItem } from './series'

/** The series of a chart by colour and pattern. */
export function ChartLegend({ items }: { items: readonly LegendItem[] }) {
  const id = useId()
  return (
    <ul className="figures mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
      {items.map((one) => (
        <li key={one.key} className="flex items-center gap-1.5">
          <svg aria-hidden width="14" height="10">
            <ChartPatterns id={`${id}${one.key}`} tones={[one.tone]} />
            <Swatch item={one} fill={fillOf(`${id}${one.key}`, one.tone)} />
          </svg>
          {one.label}
          {one.isRight && '（右目盛り）'}
        </li>
      ))}
    </ul>
  )
}

function Swatch({ item: { as, tone, isDashed }, fill }: { item: LegendItem; fill: string }) {
  if (as === 'bar' || as === 'range') return <rect width="14" height="10" rx="2" fill={fill} />
  if (as === 'flag' || as === 'arrow') return <path d={trianglePath(as, 7, as === 'flag' ? 5 : 10)} fill={fill} />
  return (
    <line
      x2="14"
      y1="5"
      y2="5"
      strokeWidth="2.5"
      stroke={colorOf(tone)}
      strokeDasharray={isDashed ? '4 3' : undefined}
    />
  )
}
