import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'
import { inputClass } from './input-class'

/** The app's only select: a browser's own list of choices, in a box like that of the other inputs; `className` is the box's. */
export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-flex max-w-full min-w-0', className)}>
      <select
        data-slot="native-select"
        className={cn(inputClass, 'appearance-none truncate pr-8 print:border-0')}
        {...props}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted-foreground print:hidden"
      />
    </span>
  )
}
