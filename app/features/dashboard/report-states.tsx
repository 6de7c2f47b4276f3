import type { ReactNode } from 'react'
import { isApiError } from '#contract/errors.ts'
import { RefNumber } from '~/components/status-pages'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDateTime } from '~/lib/dates'
import { tellFailure } from '~/lib/failure'
import { cn } from '~/lib/utils'

// By the room that the drawer leaves, not by the window.
export const headlineGrid = 'grid gap-4 @min-[330px]:grid-cols-2 @min-[860px]:grid-cols-4 print:grid-cols-4 print:gap-2'
export const page = '@container mx-auto max-w-[1608px] px-4 pb-12 sm:px-6 print:px-0 print:pb-0'

interface ReportHead {
  isProvisional: boolean
  dataAsOf: string | null
  correctedAt: string | null
}

/** 速報 or 確定, up to when the club system's data reaches, and whether the past was put right since. */
export function DataState({ stats, shop }: { stats: ReportHead | undefined; shop: string }) {
  return (
    <p className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
      <span className="font-medium text-foreground">{shop}</span>
      {stats && (
        <>
          <Chip tone={stats.isProvisional ? 'warning' : 'positive'}>{stats.isProvisional ? '速報' : '確定'}</Chip>
          <span className="figures text-xs">データ時点 {stats.dataAsOf ? formatDateTime(stats.dataAsOf) : '–'}</span>
          {stats.correctedAt && (
            <span className="flex items-center gap-2">
              <Chip>訂正あり</Chip>
              <span className="figures text-xs">{formatDateTime(stats.correctedAt)} に訂正</span>
            </span>
          )}
        </>
      )}
    </p>
  )
}

/** Where a card will stand. */
export const Block = ({ className }: { className: string }) => (
  <Card className={cn('p-5', className)}>
    <Skeleton className="h-4 w-24" />
    <Skeleton className="mt-3 h-7 w-36" />
  </Card>
)

interface FailureProps {
  error: Error
  onRetry: () => void
  onAllShops: () => void
}

/** No figures at all: why, and the way on. */
export function Failure({ error, onRetry, onAllShops }: FailureProps) {
  if (isApiError(error) && error.code === 'not_found') {
    return (
      <Notice title="この店舗は表示できません" alert>
        <p>店舗が存在しないか、担当範囲に含まれていません。</p>
        <Button size="lg" onClick={onAllShops}>
          担当店舗を表示
        </Button>
      </Notice>
    )
  }
  const { text, ref } = tellFailure(error)
  return (
    <Notice title="集計を表示できませんでした" alert>
      <p>{text}</p>
      {ref && <RefNumber>{ref}</RefNumber>}
      <Button size="lg" onClick={onRetry}>
        再試行
      </Button>
    </Notice>
  )
}

/** The figures on the screen are older than they should be. */
export function StaleNotice({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { text, ref } = tellFailure(error)
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-danger-surface px-4 py-2.5 text-sm text-bad"
    >
      <div>
        最新の集計を取得できませんでした。{text}
        {ref && <RefNumber>{ref}</RefNumber>}
      </div>
      <Button variant="outline" onClick={onRetry}>
        再試行
      </Button>
    </div>
  )
}

/** In the figures' place. */
export function Notice({ title, alert = false, children }: { title: string; alert?: boolean; children: ReactNode }) {
  return (
    <Card
      role={alert ? 'alert' : 'status'}
      className="flex min-h-96 flex-col items-center justify-center gap-4 px-6 py-12 text-center text-muted-foreground"
    >
      <h2 className="text-base font-semibold text-foreground">{title}</h2>
      {children}
    </Card>
  )
}
