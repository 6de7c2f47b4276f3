import type { ReactNode } from 'react'
import type { WhyFigure } from '#contract/words/why.ts'
import { InfoTip } from '~/components/report/info-tip'
import { type Better, meaningClass, meaningOf } from '~/components/report/meaning'
import { headlineGrid, headlineSize } from '~/components/report/report-states'
import { Card } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { formatDifference, formatPercent, none } from '~/lib/format'
import { cn } from '~/lib/utils'
import { WhyLink } from './why'

export interface ShownFigure {
  label: string
  /** How it is counted, and how the club system's figure of the same name differs. */
  definition: string
  /** Written, without its unit; – where it is not known. */
  text: ReactNode
  unit?: string
  /** Beside what it is compared with: 前年比 105.7%（+18名）. */
  lines?: readonly { label: string; text: ReactNode }[]
  /** Of fewer than 20 people. */
  isOfFew?: boolean
  /** The figure whose change 「なぜ」 explains; its screen has the sheet. */
  why?: WhyFigure | undefined
}

interface ChangeProps {
  of: number
  better?: Better
  children: ReactNode
}

/** A change in the colour of its meaning. */
export const Change = ({ of, better = 'more', children }: ChangeProps) => (
  <span className={meaningClass[meaningOf(of, better)]}>{children}</span>
)

/** Sales beside those of another period, 105.7%（+¥1,234）; – where one of them is not known. */
export const comparedYen = (now: number | null, before: number | null | undefined): ReactNode =>
  now === null || before == null ? (
    none
  ) : (
    <Change of={now - before}>
      {before > 0 ? formatPercent(now / before) : none}（{formatDifference(now - before, 0, '¥')}）
    </Change>
  )

/** A report's figures, before its charts. */
export const FigureCards = ({ figures }: { figures: readonly ShownFigure[] }) => (
  <div className={headlineGrid}>
    {figures.map(({ label, definition, text, unit, lines = [], isOfFew, why }) => (
      <Card key={label} className="px-4 pt-3 pb-4 sm:px-5 print:px-3 print:pt-1.5 print:pb-2">
        <h2 className="flex flex-wrap items-center gap-x-1 text-sm text-muted-foreground">
          {label}
          <InfoTip label={label} text={definition} />
          {isOfFew && <Chip>参考値</Chip>}
          {why && <WhyLink figure={why} />}
        </h2>
        <p className={cn(headlineSize, 'figures leading-tight font-semibold whitespace-nowrap')}>
          {text}
          {unit && <span className="ml-1 text-sm font-medium text-muted-foreground">{unit}</span>}
        </p>
        <dl className="mt-1.5 space-y-0.5 text-xs">
          {lines.map((line) => (
            <div
              key={line.label}
              className={cn('flex flex-wrap items-baseline gap-x-2', line.label === '' && 'print:hidden')}
            >
              <dt className="text-muted-foreground">{line.label}</dt>
              <dd className="figures font-medium break-keep">{line.text}</dd>
            </div>
          ))}
        </dl>
      </Card>
    ))}
  </div>
)
