import { useId } from 'react'
import { ChartPatterns, fillOf } from './chart-patterns'
import type { Series } from './series'

/** The series of a chart by colour and pattern. */
export function ChartLegend({ series }: { series: Series[] }) {
  const id = useId()
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
      {series.map((one) => (
        <li key={one.key} className="flex items-center gap-1.5">
          <svg aria-hidden width="14" height="10">
            <ChartPatterns id={`${id}${one.key}`} tones={[one.tone]} />
            {one.as === 'bar' ? (
              <rect width="14" height="10" rx="2" fill={fillOf(`${id}${one.key}`, one.tone)} />
            ) : (
              <line
                x2="14"
                y1="5"
                y2="5"
                strokeWidth="2.5"
                stroke={`var(--chart-${one.tone})`}
                strokeDasharray={one.isDashed ? '4 3' : undefined}
              />
            )}
          </svg>
          {one.label}
          {one.isRight && '（右目盛り）'}
        </li>
      ))}
    </ul>
  )
}
