import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

const chipVariants = cva('inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-medium', {
  variants: {
    tone: {
      // On a row under the pointer the fill alone would vanish.
      neutral: 'bg-muted text-muted-foreground ring-1 ring-border ring-inset',
      positive: 'bg-accent text-accent-foreground',
      warning: 'bg-warning-surface text-warning',
    },
  },
  defaultVariants: { tone: 'neutral' },
})

export function Chip({ className, tone, ...props }: ComponentProps<'span'> & VariantProps<typeof chipVariants>) {
  return <span data-slot="chip" className={cn(chipVariants({ tone }), className)} {...props} />
}
