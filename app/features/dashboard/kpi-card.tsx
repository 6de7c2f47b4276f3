import type { ReactNode } from 'react'
import { Sparkline } from '~/components/charts/sparkline'
import { InfoTip } from '~/components/report/info-tip'
import { meaningClass } from '~/components/report/meaning'
import { headlineSize } from '~/components/report/report-states'
import { Card } from '~/components/ui/card'
import { cn } from '~/lib/utils'
import type { Course } from './course'
import { FigureLink, type FigureLinkProps } from './figure-link'
import type { Difference, ShownFigure } from './figures'
import type { LinkedFigure } from './rows-behind'
import { SignedText } from './signed-text'

interface KpiCardProps {
  figure: ShownFigure & Pick<LinkedFigure, 'derived'>
  /** 前月同日比, 前年比 and the like, one below the other. */
  compared: { label: string; difference: Difference }[]
  /** The figure by other definitions, below the differences. */
  alternatives?: readonly { label: string; text: string }[]
  /** The period that the figure covers, or what it has so far. */
  note?: string
  isOverLimit?: boolean
  course: Course | undefined
  /** Beside the label: why the figure changed. */
  why?: ReactNode
  /** Period of the linked rows, if it differs from the screen's. */
  period?: FigureLinkProps['period']
}

/** A large figure with its differences and a sparkline. */
export function KpiCard({ figure, compared, alternatives, note, isOverLimit, course, period, why }: KpiCardProps) {
  return (
    <Card className="flex flex-col px-4 pt-3 pb-4 sm:px-5 print:px-4 print:pt-1.5 print:pb-2">
      <h2 className="flex items-center gap-1 text-sm text-muted-foreground max-sm:flex-wrap max-sm:gap-y-0">
        {figure.label}
        <InfoTip label={figure.label} text={figure.formula} />
        {why}
      </h2>
      <p
        className={cn(
          headlineSize,
          'figures leading-tight font-semibold whitespace-nowrap [&>a]:inline-block',
          isOverLimit && 'text-bad',
        )}
      >
        <FigureLink figure={figure} period={period} />
        {figure.unit && <span className="ml-1 text-sm font-medium text-muted-foreground">{figure.unit}</span>}
        {isOverLimit && <span className="sr-only">（上限を超える見込）</span>}
      </p>
      <dl className="mt-1.5 space-y-0.5 text-xs">
        {compared.map((one) => (
          <Compared key={one.label} {...one} />
        ))}
        {alternatives?.map(({ label, text }) => (
          <div key={label} className="flex flex-wrap items-baseline gap-x-2">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="figures font-medium break-keep">{text}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="figures text-xs break-keep text-muted-foreground">{note}</p>}
      <div className="mt-auto min-h-11 pt-3 print:min-h-0 print:pt-1.5 print:group-data-compact:hidden">
        {course && <Sparkline {...course} />}
      </div>
    </Card>
  )
}

const Compared = ({ label, difference }: KpiCardProps['compared'][number]) => (
  <div className="flex min-h-5 flex-wrap items-baseline gap-x-2">
    <dt className="whitespace-nowrap text-muted-foreground">{label}</dt>
    <dd>
      <DifferenceText difference={difference} />
    </dd>
  </div>
)

/** A difference: the colour shows whether it is good, the sign its direction. */
export function DifferenceText({ difference }: { difference: Difference }) {
  if (!difference) return <span className="text-muted-foreground">–</span>
  return (
    <span className={cn('figures font-medium whitespace-nowrap', meaningClass[difference.meaning])}>
      <SignedText {...difference} />
    </span>
  )
}
