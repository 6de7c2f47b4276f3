import type { ReactNode } from 'react'
import { failureMessage } from '~/lib/failure'
import { cn } from '~/lib/utils'
import { RetryButton } from './retry-button'
import { RefNumber } from './status-pages'

/** In place of missing content: the reason and an action. */
export function EmptyState({ title, alert, children }: { title: string; alert?: boolean; children?: ReactNode }) {
  return (
    <div
      role={alert ? 'alert' : 'status'}
      className="flex min-h-96 flex-col items-center justify-center gap-4 rounded-lg border bg-card px-6 py-12 text-center text-muted-foreground shadow-card"
    >
      <h2 className="text-base font-semibold text-foreground">{title}</h2>
      {children}
    </div>
  )
}

/** Shown when loading failed. */
export function FailedState({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  const { text, ref } = failureMessage(error)
  return (
    <EmptyState title={title} alert>
      <p>{text}</p>
      {ref && <RefNumber>{ref}</RefNumber>}
      <RetryButton size="lg" error={error} onRetry={onRetry} />
    </EmptyState>
  )
}

interface StaleNoticeProps {
  /** Notice that the data shown is outdated. */
  of: '一覧' | '集計' | '内訳'
  error: Error
  onRetry: () => void
  className: string
}

/** Shown over outdated content after a failed refetch. */
export function StaleNotice({ of, error, onRetry, className }: StaleNoticeProps) {
  const { text, ref } = failureMessage(error)
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-wrap items-center justify-between gap-3 rounded-md bg-danger-surface px-4 py-2.5 text-sm text-bad',
        className,
      )}
    >
      <div>
        最新の{of}を取得できませんでした。{text}
        {ref && <RefNumber>{ref}</RefNumber>}
      </div>
      <RetryButton variant="outline" error={error} onRetry={onRetry} />
    </div>
  )
}
