import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

export function Spinner({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      data-slot="spinner"
      aria-hidden
      className={cn('inline-block animate-spin rounded-full border-2 border-current border-r-transparent', className)}
      {...props}
    />
  )
}
