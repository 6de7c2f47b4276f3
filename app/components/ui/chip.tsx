import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

const tones = {
  // On a hovered row the fill alone would be invisible.
  neutral: 'bg-muted text-muted-foreground ring-1 ring-border ring-inset',
  positive: 'bg-accent text-accent-foreground',
  warning: 'bg-warning-surface text-warning',
  danger: 'bg-danger-surface text-bad',
  /** Nothing is left to do: quiet, with a check mark. */
  done: 'text-muted-foreground ring-1 ring-border ring-inset',
}

interface ChipProps extends ComponentProps<'span'> {
  tone?: keyof typeof tones
}

export const Chip = ({ className, tone = 'neutral', children, ...props }: ChipProps) => (
  <span
    data-slot="chip"
    className={cn(
      'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-medium',
      tones[tone],
      className,
    )}
    {...props}
  >
    {tone === 'done' && <Check aria-hidden className="size-3" />}
    {children}
  </span>
)
