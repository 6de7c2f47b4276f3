import type { Reach } from '#contract/report-head.ts'
import { unreadInWords } from '#contract/words/unread-sales.ts'

/** How many sales of the period's months are not counted because they cannot be read; nothing where all are. */
export function UnreadSales({ reach, period }: { reach: Reach; period: { from: string; to: string } }) {
  const unread = (reach.unreadSales ?? []).filter(
    ({ month }) => month <= period.to && month.slice(0, 7) >= period.from.slice(0, 7),
  )
  if (unread.length === 0) return null
  const sum = (of: 'sales' | 'yen') => unread.reduce((total, one) => total + one[of], 0)
  return (
    <p className="figures rounded-md bg-muted px-4 py-2.5 text-sm text-muted-foreground">
      会員管理システムから読めない売上{unreadInWords({ sales: sum('sales'), yen: sum('yen') })}
      を含まない速報です。理由は「会員管理システム」の同期にあります。
    </p>
  )
}
