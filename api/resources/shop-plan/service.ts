import { ApiError } from '#contract/errors.ts'
import type { ShopPlan, ShopPlanDetail, shopPlan } from '#contract/shop-plan.ts'
import type { AuditNoted, Ctx, Handlers } from '../../context.ts'
import { required } from '../../db/records.ts'
import { refuseMoney } from '../../rules/refuse-unseen.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, wireOf } from '../../wire/rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import {
  type Follower,
  followLeanBody,
  hasContracts,
  isNameTaken,
  leanBodyOf,
  listPlans,
  lockPlan,
  planById,
  type ShopPlanRecord,
  type ShopPlanRow,
  setPlan,
} from './repository.ts'

export const shopPlanHandlers: Handlers<typeof shopPlan> = {
  list: async (ctx, input) => {
    refuseMoney(ctx, { sortKey: input.sortKey === 'priceMonthly' })
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    return listAnswer(input, await listPlans(ctx.scoped, ctx.shops, input), (row) => toShopPlan(ctx, row))
  },

  get: async (ctx, { id }) => toDetail(ctx, required(await planById(ctx.scoped, ctx.shops, id))),

  updateFacts: async (ctx, { id, version, ...given }) => {
    if (!(await lockPlan(ctx.scoped, ctx.shops, id))) throw new ApiError('not_found')
    const before = required(await planById(ctx.scoped, ctx.shops, id))
    if (before.externalId !== null) throw new ApiError('conflict', { message: ownedByClubSystem })
    const facts = definedOf(given)
    refuseMoney(ctx, { priceMonthly: facts.priceMonthly !== undefined })
    if (facts.name !== undefined && (await isNameTaken(ctx.scoped, before, facts.name))) {
      throw new ApiError('invalid', { fields: { name: 'この店舗には、同じ名前のプランがあります。' } })
    }
    const category = facts.category ?? before.category
    if (kindOf(category) !== kindOf(before.category) && (await hasContracts(ctx.scoped, id))) {
      throw new ApiError('invalid', { fields: { category: kindIsUsed } })
    }
    const changes = { ...facts, isSuspensionPlan: category === 'suspension' }
    if (!(await setPlan(ctx, { id, version }, changes))) {
      throw new ApiError('stale', { current: await toDetail(ctx, before) })
    }
    ctx.audit({ resourceId: id, shopId: before.shopId, diff: difference(before, facts) })
    return toDetail(ctx, required(await planById(ctx.scoped, ctx.shops, id)))
  },

  update: {
    prepare:
      async (_, { audit }) =>
      async (ctx, { id, version, withLeanBodyContent }) => {
        if (!(await lockPlan(ctx.scoped, ctx.shops, id))) throw new ApiError('not_found')
        const before = required(await planById(ctx.scoped, ctx.shops, id))
        const wanted = withLeanBodyContent ?? before.withLeanBodyContent
        if (!(await setPlan(ctx, { id, version }, { withLeanBodyContent: wanted }))) {
          throw new ApiError('stale', { current: await toDetail(ctx, before) })
        }
        const followers = await followLeanBody(ctx, id, wanted)
        const [gained, lost] = [true, false].map((has) => followers.filter((one) => one.has === has).map(idOf))
        ctx.audit({
          resourceId: id,
          shopId: before.shopId,
          rowCount: followers.length,
          diff: {
            ...difference(before, { withLeanBodyContent: wanted }),
            ...(gained?.length && { gained: { before: null, after: gained } }),
            ...(lost?.length && { lost: { before: null, after: lost } }),
          },
        })
        if (followers.length <= mostAuditedEach) await audit(ctx.scoped, ...followers.map((one) => changeOf(ctx, one)))
        const after = await toDetail(ctx, required(await planById(ctx.scoped, ctx.shops, id)))
        return {
          ...after,
          changed: { gained: gained?.length ?? 0, lost: lost?.length ?? 0, locked: after.leanBody.locked },
        }
      },
  },
}

/** A contract is of its plan's kind, so a plan with contracts keeps it. */
const kindOf = (category: ShopPlan['category']) =>
  category === 'suspension' || category === 'option' ? category : 'regular'

const ownedByClubSystem =
  'このプランは会員管理システムから届くため、ここでは変更できません。会員管理システムで変更してください。'
const kindIsUsed =
  '契約のあるプランは、通常のプラン・休会・オプションの間では変更できません。契約のファイルで、正しいプランの契約に変更してください。'

/** Up to this many members get an audit row of their own; with more, only the plan does (decision 0039). */
const mostAuditedEach = 500

const idOf = ({ id }: Follower) => id

/** A member's row in the audit log. */
const changeOf = ({ principal: { staffId, role, sid } }: Ctx, { id, userId, shopId, has }: Follower): AuditNoted => ({
  action: 'shopPlan.update',
  resourceType: 'member',
  actor: { staffId, role, sid },
  resourceId: String(userId),
  shopId: String(shopId),
  memberId: String(id),
  diff: { withLeanBodyContent: { before: !has, after: has } },
})

function toShopPlan(ctx: Ctx, row: ShopPlanRow): ShopPlan {
  const { priceMonthly, priceFirstMonth, admissionFee, ...plan } = wireOf(row)
  return { ...plan, ...(ctx.can('report.money') && { priceMonthly, priceFirstMonth, admissionFee }) }
}

const toDetail = async (ctx: Ctx, { updatedBy, updatedAt, ...row }: ShopPlanRecord): Promise<ShopPlanDetail> => ({
  ...toShopPlan(ctx, row),
  ...wireOf({ updatedBy, updatedAt }),
  leanBody: await leanBodyOf(ctx.scoped, row.id, !row.withLeanBodyContent),
})
