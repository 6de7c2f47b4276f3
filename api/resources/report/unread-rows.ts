import type { Reach } from '#contract/report-head.ts'
import { unreadOf, unreadRemark } from '#contract/words/unread-sales.ts'
import type { Ctx } from '../../context.ts'
import type { Period } from '../../figures/periods.ts'
import type { Cell } from '../../wire/csv.ts'

/** The last row of a file with sales: how many are not in it because they cannot be read; none where all are. */
export function unreadRows(ctx: Pick<Ctx, 'can'>, { unreadSales }: Reach, period: Period): Cell[][] {
  const unread = ctx.can('report.money') ? unreadOf(unreadSales, period) : null
  return unread ? [[unreadRemark(unread)]] : []
}
