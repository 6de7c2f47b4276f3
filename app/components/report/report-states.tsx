import type { Ref } from 'react'
import { EmptyState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Card, CardTitle } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDateTime } from '~/lib/dates'
import { cn } from '~/lib/utils'

// By the width beside the drawer, not the window's.
export const headlineGrid =
  'grid gap-4 @min-[330px]:grid-cols-2 @min-[860px]:grid-cols-4 print:grid-cols-4 print:gap-2 print:has-[>:nth-child(6):last-child]:grid-cols-3'

/** A headline's size: large where a card of that grid has 170 px inside; a container query in each card costs layout. */
export const headlineSize =
  'text-[28px] @min-[330px]:text-xl @min-[440px]:text-[28px] @min-[860px]:text-xl @min-[900px]:text-[28px] print:text-xl'

interface BlockProps {
  className: string
  /** Already known: found by its heading before it is drawn. */
  title?: string
  ref?: Ref<HTMLElement>
}

/** Placeholder of a card. */
export const Block = ({ className, title, ref }: BlockProps) => (
  <Card ref={ref} className={cn('p-5', className)}>
    {title ? <CardTitle>{title}</CardTitle> : <Skeleton className="h-4 w-24" />}
    <Skeleton className="mt-3 h-7 w-36" />
  </Card>
)

interface ToComeProps {
  /** As in 2026年11月; `last` is the last period with data. */
  period: string
  last: string
  dataAsOf: string
  onShowLast: () => void
}

/** The period has begun but has no data yet, as on the morning of its first day. */
export const ToCome = ({ period, last, dataAsOf, onShowLast }: ToComeProps) => (
  <EmptyState title={`${period}の集計はこれからです`}>
    <p>データは{formatDateTime(dataAsOf)}までです。次のデータが届くと表示します。</p>
    <Button variant="outline" size="lg" onClick={onShowLast}>
      {last}を見る
    </Button>
  </EmptyState>
)
