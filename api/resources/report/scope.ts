import type { Ctx } from '../../context.ts'
import { byMonth } from '../../figures/reach.ts'
import { type ReportScope, readReportScope } from '../../figures/report-scope.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { requireShop } from '../shop/require-shop.ts'

/** The shops of a report and what is known of them; 404 for a shop that the caller may not see. */
export async function reportScopeOf(ctx: Ctx, { shopId }: { shopId?: string | undefined }): Promise<ReportScope> {
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const scope = await readReportScope(ctx.scoped, shopId === undefined ? ctx.shops : [shopId], {
    money: ctx.can('report.money'),
  })
  return seesAggregates(ctx) ? { ...scope, reach: byMonth(scope.reach) } : scope
}

/** Trading partners see a few rounded counts only. */
export const seesAggregates = (ctx: Ctx) => ctx.reach('report.members').rule === 'aggregate'

/** The head of a report's answer. */
export const scopeAnswer = (ctx: Ctx, { dataAsOf, reach }: ReportScope) => ({
  reach,
  generatedAt: toTokyoDateTime(ctx.now),
  dataAsOf: dataAsOf && toTokyoDateTime(dataAsOf),
})
