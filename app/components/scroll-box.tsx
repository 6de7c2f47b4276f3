import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

interface ScrollBoxProps extends Pick<ComponentProps<'section'>, 'className' | 'children' | 'ref'> {
  /** Accessible name of the region. */
  label: string
  /** May continue on the next printed page (see Card). */
  flows?: boolean
}

/** Scroll container for tables and other wide content: scrolls by keyboard too, and is fully expanded in print. */
export const ScrollBox = ({ label, flows, className, ...section }: ScrollBoxProps) => (
  <section
    {...section}
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    data-flows={flows || undefined}
    className={cn('relative min-w-0 overflow-auto print:overflow-visible', className)}
  />
)
