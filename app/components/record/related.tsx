import type { ReactNode } from 'react'
import { cn } from '~/lib/utils'

/** How a link of such a row looks. */
export const relatedLook = 'inline-flex min-h-6 items-center text-primary underline-offset-4 hover:underline'

/** A row of links to related records. */
export const Related = ({ className, children }: { className?: string; children: ReactNode }) => (
  <nav
    aria-label="関連する画面"
    className={cn('flex flex-wrap gap-x-4 gap-y-0.5 text-sm empty:hidden print:hidden', className)}
  >
    {children}
  </nav>
)
