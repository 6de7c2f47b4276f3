import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

/** A native select, for its keyboard, touch and screen reader support. */
export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className="relative inline-flex">
      <select
        data-slot="native-select"
        className={cn(
          'h-9 appearance-none rounded-md border border-input/70 bg-card pr-8 pl-3 text-sm font-medium hover:bg-muted',
          className,
        )}
        {...props}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  )
}
