import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

/** A grey placeholder; give it the size of its content. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div data-slot="skeleton" aria-hidden className={cn('animate-pulse rounded-md bg-muted', className)} {...props} />
  )
}
