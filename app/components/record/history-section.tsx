import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../lazy-part'
import { Skeleton } from '../ui/skeleton'
import type { HistoryOf } from './history'

const History = lazyPart<HistoryOf & { noun: string }>(async () => ({ default: (await import('./history')).History }), {
  waiting: <Skeleton className="h-40" />,
})

/** 変更履歴 under a record without tabs; loaded when opened. */
export function HistorySection(props: HistoryOf & { noun: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="mb-12 border-t pt-3 print:hidden"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex h-10 w-fit cursor-pointer list-none items-center gap-1 rounded-md text-sm font-medium text-muted-foreground hover:text-foreground">
        <ChevronRight aria-hidden className="size-4 in-[[open]]:rotate-90" />
        変更履歴
      </summary>
      {isOpen && (
        <div className="mt-2">
          <History {...props} />
        </div>
      )}
    </details>
  )
}
