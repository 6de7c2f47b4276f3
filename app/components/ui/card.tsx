import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

/** Kept on one printed page, unless it holds a long table. */
export function Card({ className, ...props }: ComponentProps<'section'>) {
  return <section data-slot="card" className={cn('rounded-lg border bg-card shadow-card', className)} {...props} />
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="card-header"
      className={cn('flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5', className)}
      {...props}
    />
  )
}

export function CardTitle({ className, children, ...props }: ComponentProps<'h2'>) {
  return (
    <h2 data-slot="card-title" className={cn('text-[15px] font-semibold', className)} {...props}>
      {children}
    </h2>
  )
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="card-content" className={cn('px-4 pt-3 pb-5 sm:px-5', className)} {...props} />
}
