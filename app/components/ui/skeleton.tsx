import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

/** A grey place where something will stand; size it like that thing. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div data-slot="skeleton" aria-hidden className={cn('animate-pulse rounded-md bg-muted', className)} {...props} />
  )
}
