import { ApiError } from '#contract/errors.ts'
import type { ShopPlan, ShopPlanDetail, shopPlan } from '#contract/shop-plan.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { required } from '../../db/records.ts'
import { difference } from '../../difference.ts'
import { listAnswer } from '../../list-answer.ts'
import { refuseSortByMoney } from '../../refuse-money.ts'
import { wireOf } from '../../wire.ts'
import { requireShop } from '../shop/require-shop.ts'
import {
  followLeanBody,
  leanBodyOf,
  listPlans,
  lockPlan,
  planById,
  type ShopPlanRecord,
  type ShopPlanRow,
  setLeanBody,
} from './repository.ts'

export const shopPlanHandlers: Handlers<typeof shopPlan> = {
  list: async (ctx, input) => {
    refuseSortByMoney(ctx, input, ['priceMonthly'])
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    return listAnswer(input, await listPlans(ctx.scoped, ctx.shops, input), (row) => toShopPlan(ctx, row))
  },

  get: async (ctx, { id }) => toDetail(ctx, required(await planById(ctx.scoped, ctx.shops, id))),

  update: async (ctx, { id, version, withLeanBodyContent }) => {
    if (!(await lockPlan(ctx.scoped, ctx.shops, id))) throw new ApiError('not_found')
    const before = required(await planById(ctx.scoped, ctx.shops, id))
    const wanted = withLeanBodyContent ?? before.withLeanBodyContent
    if (!(await setLeanBody(ctx, { id, version }, wanted))) {
      throw new ApiError('stale', { current: await toDetail(ctx, before) })
    }
    const { gained, lost } = await followLeanBody(ctx, id, wanted)
    const after = await toDetail(ctx, required(await planById(ctx.scoped, ctx.shops, id)))
    ctx.audit({
      resourceId: id,
      shopId: before.shopId,
      rowCount: gained.length + lost.length,
      // Whom it was given and taken: one row for all of them (decision 0039).
      diff: {
        ...difference(before, { withLeanBodyContent: wanted }),
        ...(gained.length > 0 && { gained: { before: null, after: gained } }),
        ...(lost.length > 0 && { lost: { before: null, after: lost } }),
      },
    })
    return { ...after, changed: { gained: gained.length, lost: lost.length, locked: after.leanBody.locked } }
  },
}

function toShopPlan(ctx: Ctx, row: ShopPlanRow): ShopPlan {
  const { priceMonthly, priceFirstMonth, admissionFee, ...plan } = wireOf(row)
  return { ...plan, ...(ctx.can('report.money') && { priceMonthly, priceFirstMonth, admissionFee }) }
}

const toDetail = async (ctx: Ctx, { updatedBy, updatedAt, ...row }: ShopPlanRecord): Promise<ShopPlanDetail> => ({
  ...toShopPlan(ctx, row),
  ...wireOf({ updatedBy, updatedAt }),
  leanBody: await leanBodyOf(ctx.scoped, row.id, !row.withLeanBodyContent),
})
