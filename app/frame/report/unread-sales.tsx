import type { Reach } from '#contract/report-head.ts'
import { unreadOf, unreadRemark } from '#contract/words/unread-sales.ts'

interface UnreadSalesProps {
  reach: Pick<Reach, 'unreadSales'>
  period: { from: string; to: string }
}

/** How many sales of the period's months are not counted because they cannot be read; nothing where all are. */
export function UnreadSales({ reach, period }: UnreadSalesProps) {
  const unread = unreadOf(reach.unreadSales, period)
  if (!unread) return null
  return (
    <p className="figures rounded-md bg-muted px-4 py-2.5 text-sm text-muted-foreground">
      {unreadRemark(unread)}理由は「会員管理システム」の同期にあります。
    </p>
  )
}
