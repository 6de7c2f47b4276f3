import { Sparkline } from '~/components/charts/sparkline'
import { InfoTip } from '~/components/report/info-tip'
import { Chip } from '~/components/ui/chip'
import { cn } from '~/lib/utils'
import type { Course } from './course'
import { FigureLink } from './figure-link'
import type { Figure } from './figures'
import { DifferenceText } from './kpi-card'

interface FigureRowProps {
  figure: Figure
  sign?: '＋' | '−' | '＝'
  /** Shown if there is room. */
  course?: Course
}

/** A figure among others, on one line. */
export function FigureRow({ figure, sign, course }: FigureRowProps) {
  return (
    <div className="grid min-h-10 grid-cols-[1fr_auto] items-center gap-x-2 border-b py-1 last:border-b-0 print:py-0.5 @min-[310px]:grid-cols-[1fr_auto_auto] @min-[420px]:grid-cols-[1fr_3rem_auto_auto] print:min-h-6 print:grid-cols-[1fr_auto_auto]">
      <dt className="flex min-w-0 items-center gap-1 text-sm whitespace-nowrap print:whitespace-normal">
        {sign && (
          <span aria-hidden className="w-4 shrink-0 text-muted-foreground">
            {sign}
          </span>
        )}
        {figure.label}
        <InfoTip label={figure.label} text={figure.formula} />
        {figure.isMoving && <Chip tone="warning">速報</Chip>}
      </dt>
      <dd aria-hidden className="hidden @min-[420px]:block print:hidden">
        {course && <Sparkline {...course} size="row" />}
      </dd>
      <dd className="figures text-right whitespace-nowrap @min-[420px]:min-w-21">
        <span className={cn('font-semibold', sign === '＝' && 'text-base')}>
          <FigureLink figure={figure} />
        </span>
        {figure.unit && <span className="ml-0.5 text-xs text-muted-foreground">{figure.unit}</span>}
      </dd>
      <dd
        className={cn(
          'figures col-start-2 text-right text-xs @min-[310px]:col-start-3 @min-[310px]:min-w-28 @min-[420px]:col-start-4 @min-[420px]:min-w-33 print:col-start-3 print:min-w-28',
          !figure.difference && '@max-[310px]:hidden',
        )}
      >
        <DifferenceText difference={figure.difference} />
      </dd>
    </div>
  )
}
