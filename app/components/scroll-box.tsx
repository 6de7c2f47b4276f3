import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

interface ScrollBoxProps extends Pick<ComponentProps<'section'>, 'className' | 'children' | 'ref'> {
  /** What is in it, for those who hear it. */
  label: string
  /** It may go on on the next sheet of paper (see Card). */
  flows?: boolean
}

/** A table, or what is as wide, that scrolls by itself: also by keyboard, and not at all on paper. */
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
