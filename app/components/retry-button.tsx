import type { ComponentProps } from 'react'
import { isOutdated, reload } from '~/lib/unloaded'
import { Button } from './ui/button'

interface RetryButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant'> {
  error: unknown
  onRetry: () => void
}

/** 再試行 after a failure; 再読み込み where only that helps. */
export function RetryButton({ error, onRetry, ...look }: RetryButtonProps) {
  const isOld = isOutdated(error)
  return (
    <Button {...look} onClick={isOld ? reload : onRetry}>
      {isOld ? '再読み込み' : '再試行'}
    </Button>
  )
}
