import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '~/lib/format'
import { Button } from '../ui/button'

interface TabPagesProps {
  paging: { offset: number; count: number; total: number; isAtLeast?: boolean }
  /** Rows of a page. */
  size: number
  onPage: (offset: number | undefined) => void
}

/** `1–50 / 全123件` and the way to the other pages; the line alone where there is only one. */
export function TabPages({ paging: { offset, count, total, isAtLeast }, size, onPage }: TabPagesProps) {
  const all = `全${formatCount(total)}件${isAtLeast ? '以上' : ''}`
  const isAfter = offset + count < total
  const step = (label: string, to: number, isPossible: boolean, icon: ReactNode) => (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      // Not `disabled`, since a disabled button would lose the focus.
      aria-disabled={!isPossible || undefined}
      onClick={() => isPossible && onPage(to || undefined)}
    >
      {icon}
    </Button>
  )
  return (
    <div className="mt-2 flex items-center justify-between gap-4">
      <p role="status" className="figures text-sm text-muted-foreground">
        {count === 0 || (offset === 0 && !isAfter)
          ? all
          : `${formatCount(offset + 1)}–${formatCount(offset + count)} / ${all}`}
      </p>
      {(offset > 0 || isAfter) && (
        <nav aria-label="ページ" className="flex gap-1 print:hidden">
          {step('前のページ', Math.max(0, offset - size), offset > 0, <ChevronLeft aria-hidden />)}
          {step('次のページ', offset + size, isAfter, <ChevronRight aria-hidden />)}
        </nav>
      )}
    </div>
  )
}
