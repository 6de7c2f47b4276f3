import type { Ctx } from '../../context.ts'
import { type ReportScope, readReportScope } from '../../figures/report-scope.ts'
import { requireShop } from '../shop/require-shop.ts'

/** The shops whose costs are read, and what is known of them; 404 for a shop that the caller may not see. */
export async function costScopeOf(ctx: Ctx, shopId: string | undefined): Promise<ReportScope> {
  if (shopId !== undefined) await requireShop(ctx, shopId)
  return readReportScope(ctx.scoped, shopId === undefined ? ctx.shops : [shopId], { money: true })
}
