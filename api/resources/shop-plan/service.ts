import type { shopPlan } from '#contract/shop-plan.ts'
import type { Handlers } from '../../context.ts'
import { listAnswer } from '../../list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { listPlans } from './repository.ts'

export const shopPlanHandlers: Handlers<typeof shopPlan> = {
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    return listAnswer(input, await listPlans(ctx.scoped, ctx.shops, input), (row) => ({
      id: row.id,
      externalId: row.externalId,
      shopId: row.shopId,
      code: row.code,
      name: row.name,
      category: row.category,
      isSuspensionPlan: row.isSuspensionPlan,
      withLeanBodyContent: row.withLeanBodyContent,
      status: row.status,
      ...(ctx.can('report.money') && { priceMonthly: row.priceMonthly }),
      version: row.version,
    }))
  },
}
