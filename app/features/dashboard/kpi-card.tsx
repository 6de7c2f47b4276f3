import { Sparkline } from '~/components/charts/sparkline'
import { InfoTip } from '~/components/info-tip'
import { Card } from '~/components/ui/card'
import { cn } from '~/lib/utils'
import type { Difference, Figure } from './figures'

interface KpiCardProps {
  figure: Figure
  /** 前月同日 or 前月; 前年同日 or 前年同月. */
  comparedWith: { month: string; year: string }
  course: { values: (number | null)[]; kind: 'bars' | 'line' }
}

/** A figure that is read from afar, with its difference and the month's course. */
export function KpiCard({ figure, comparedWith, course }: KpiCardProps) {
  return (
    <Card className="@container flex flex-col px-4 pt-3 pb-4 sm:px-5">
      <h2 className="flex items-center gap-1 text-sm text-muted-foreground">
        {figure.label}
        <InfoTip label={figure.label} text={figure.formula} />
      </h2>
      <p className="figures text-xl leading-tight font-semibold whitespace-nowrap @min-[170px]:text-[28px]">
        {figure.text}
        {figure.unit && <span className="ml-1 text-sm font-medium text-muted-foreground">{figure.unit}</span>}
      </p>
      <dl className="mt-1.5 space-y-0.5 text-xs">
        <Compared label={`${comparedWith.month}比`} difference={figure.difference} />
        <Compared label={`${comparedWith.year}比`} difference={figure.yearDifference} />
      </dl>
      <div className="mt-auto pt-3">
        <Sparkline {...course} />
      </div>
    </Card>
  )
}

const Compared = ({ label, difference }: { label: string; difference: Difference }) => (
  <div className="flex min-h-5 flex-wrap items-baseline gap-x-2">
    <dt className="whitespace-nowrap text-muted-foreground">{label}</dt>
    <dd>
      <DifferenceText difference={difference} />
    </dd>
  </div>
)

/** A figure among others, on one line. */
export function FigureRow({ figure, sign }: { figure: Figure; sign?: '＋' | '−' | '＝' }) {
  return (
    <div className="grid min-h-10 print:min-h-8 grid-cols-[1fr_auto] items-center gap-x-2 border-b py-1 last:border-b-0 @min-[310px]:grid-cols-[1fr_auto_auto]">
      <dt className="flex min-w-0 items-center gap-1 text-sm whitespace-nowrap">
        {sign && (
          <span aria-hidden className="w-4 shrink-0 text-muted-foreground">
            {sign}
          </span>
        )}
        {figure.label}
        <InfoTip label={figure.label} text={figure.formula} />
      </dt>
      <dd className="figures text-right whitespace-nowrap">
        <span className={cn('font-semibold', sign === '＝' && 'text-base')}>{figure.text}</span>
        {figure.unit && <span className="ml-0.5 text-xs text-muted-foreground">{figure.unit}</span>}
      </dd>
      <dd
        className={cn(
          'figures col-start-2 text-right text-xs @min-[310px]:col-start-3 @min-[310px]:min-w-28',
          !figure.difference && '@max-[310px]:hidden',
        )}
      >
        <DifferenceText difference={figure.difference} />
      </dd>
    </div>
  )
}

const meaningClass = { good: 'text-good', bad: 'text-bad', neutral: 'text-muted-foreground' }

function DifferenceText({ difference }: { difference: Difference }) {
  if (!difference) return <span className="text-muted-foreground">–</span>
  return (
    <span className={cn('figures font-medium whitespace-nowrap', meaningClass[difference.meaning])}>
      {difference.text}
    </span>
  )
}
