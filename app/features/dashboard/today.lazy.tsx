import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { Today as TodayAnswer } from '#contract/today.ts'
import { RetryButton } from '~/components/retry-button'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { failureMessage } from '~/lib/failure'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { useSelectedShop } from '~/shop/selected-shop'
import { FirstSteps } from './first-steps'
import { addressOf, reportOf, texts } from './today-lines'
import { todayQuery } from './today-queries'

type Waiting = TodayAnswer['lines'][number]

interface TodayLinesProps {
  shop: string | undefined
  /** Minimum height. */
  className: string
}

/** Each line links to the list that it was counted from. */
export function TodayLines({ shop, className }: TodayLinesProps) {
  const { shopId } = useSelectedShop(shop)
  const query = useQuery(todayQuery(shopId === undefined ? {} : { shopId }))
  const [isWhole, setWhole] = useState(false)
  const lines = query.data?.lines ?? []
  // The figures below show the error for a shop out of scope.
  if (isApiError(query.error) && query.error.code === 'not_found') return null

  return (
    <>
      <FirstSteps />
      <Card className={cn('px-4 py-3 sm:px-5', className)} aria-labelledby="today" aria-busy={query.isFetching}>
        <div className="flex h-7 items-center justify-between gap-3">
          <h2 id="today" className="text-[15px] font-semibold">
            今日の対応
          </h2>
          {lines.length > 4 && (
            <Button
              variant="ghost"
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
              className={cn('-mr-3.5 h-7', moreThan(lines.length))}
            >
              {isWhole ? '一部を表示' : 'すべて表示'}
            </Button>
          )}
        </div>
        {query.error && (
          <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-bad">
            今日の対応を表示できませんでした。{failureMessage(query.error).text}
            <RetryButton variant="outline" error={query.error} onRetry={() => void query.refetch()} />
          </div>
        )}
        {lines.length > 0 && (
          <ul className={cn('grid gap-x-8', columns)}>
            {lines.map((line, at) => (
              <li key={line.kind} className={cn(!isWhole && shownAt(at))}>
                <Line line={line} on={query.data?.on ?? ''} shopId={shopId} />
              </li>
            ))}
          </ul>
        )}
        {query.data && lines.length === 0 && (
          <p className="mt-1 text-sm text-muted-foreground">今日、対応が必要なことはありません。</p>
        )}
        {query.isPending && <Skeleton className="mt-3 h-4 w-56" />}
      </Card>
    </>
  )
}

// 1, 2, 3 or 5 columns by width. Narrow ones show 4 or 6 lines, the rest on demand; from 3 columns on all are shown.
const columns = 'grid-cols-1 @min-[560px]:grid-cols-2 @min-[860px]:grid-cols-3 @min-[1400px]:grid-cols-5'
const shownAt = (at: number) => {
  if (at < 4) return ''
  return at < 6 ? 'hidden @min-[560px]:block' : 'hidden @min-[860px]:block'
}
const moreThan = (lines: number) => (lines > 6 ? '@min-[860px]:hidden' : '@min-[560px]:hidden')

interface LineProps {
  line: Waiting
  /** The response's day. */
  on: string
  shopId: string | undefined
}

function Line({ line, on, shopId }: LineProps) {
  const { label, unit, day } = texts[line.kind]
  const report = reportOf(line)
  const shown = {
    // No prefetch on hover.
    preloadDelay: 100,
    className: 'group flex min-h-11 items-center justify-between gap-3 rounded-sm @min-[860px]:min-h-9',
    children: (
      <>
        <span className="min-w-0">
          <span className="block truncate text-[13px] underline-offset-4 group-hover:underline group-focus-visible:underline">
            {label}
          </span>
          {day && line.day && <span className="figures block text-xs text-muted-foreground">{day(line.day)}</span>}
        </span>{' '}
        <span className="figures text-lg font-semibold whitespace-nowrap">
          {formatCount(line.count)}
          <span className="ml-0.5 text-xs font-normal">{unit}</span>
        </span>
      </>
    ),
  }
  if (report) return <Link to="/shop-reports/$shopId/$date" params={report} {...shown} />
  return <Link {...addressOf(line.kind, on, shopId)} {...shown} />
}
