import type { ReactNode } from 'react'
import { formatCount } from '~/lib/format'
import { Button } from '../ui/button'

interface SelectionBarProps {
  count: number
  onClear: () => void
  /** What one does with the selected rows. */
  children: ReactNode
}

/** Over the list while rows are selected. */
export default function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  return (
    <section
      aria-label="選択中の操作"
      className="sticky bottom-2 z-30 mx-auto mt-2 flex w-fit max-w-full shrink-0 flex-wrap items-center gap-3 rounded-lg border bg-popover px-4 py-2 shadow-overlay print:hidden"
    >
      <p role="status" className="figures text-sm font-medium">
        {formatCount(count)}件を選択中
      </p>
      {children}
      <Button variant="ghost" onClick={onClear}>
        選択を解除する
      </Button>
    </section>
  )
}
