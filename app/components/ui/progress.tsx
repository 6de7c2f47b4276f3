import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

/** A progress bar; indeterminate without a value. Custom-drawn: with a border Chromium ignores the accent colour. */
export function Progress({ className, ...props }: ComponentProps<'progress'>) {
  return (
    <progress
      className={cn(
        'block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-muted indeterminate:animate-pulse indeterminate:bg-primary/50',
        '[&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-primary [&::-moz-progress-bar]:bg-primary [&:indeterminate::-moz-progress-bar]:bg-transparent',
        className,
      )}
      {...props}
    />
  )
}
