import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { ShopPlan, ShopPlanDetail, shopPlan } from '#contract/shop-plan.ts'
import { joinedPlanDays } from '#contract/words/shop.ts'
import type { AuditNoted, Ctx, Handlers } from '../../context.ts'
import { required } from '../../db/records.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { refuseMoney } from '../../rules/refuse-unseen.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, wireOf } from '../../wire/rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import {
  alongOf,
  type Follower,
  followLeanBody,
  hasContracts,
  isNameTaken,
  joinedWith,
  leanBodyOf,
  listPlans,
  lockPlan,
  planById,
  type ShopPlanRecord,
  type ShopPlanRow,
  setPlan,
} from './repository.ts'

export const shopPlanHandlers = (jobs: Jobs): Handlers<typeof shopPlan> => ({
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
    requireOwn(before)
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
        requireOwn(before)
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

  joinPreview: async (ctx, { id, into }) => {
    await requireJoinable(ctx, id, into)
    const { contracts, members } = await alongOf(ctx.scoped, id)
    return { contracts, members }
  },

  join: {
    prepare: async () => {
      await jobs.ready()
      return async (ctx: Ctx, { id, version, into }: Input<(typeof shopPlan)['join']>) => {
        const [one, other] = [id, into].sort((a, b) => Number(a) - Number(b)) as [string, string]
        for (const plan of [one, other]) {
          if (!(await lockPlan(ctx.scoped, ctx.shops, plan))) throw new ApiError('not_found')
        }
        const { plan, kept } = await requireJoinable(ctx, id, into)
        const { contracts } = await alongOf(ctx.scoped, id)
        return changeJoined(
          ctx,
          jobs,
          { plan, version, joinedTo: into },
          {
            joinedTo: { before: null, after: kept.name },
            contracts: { before: null, after: contracts },
          },
        )
      }
    },
  },

  separate: {
    prepare: async () => {
      await jobs.ready()
      return async (ctx: Ctx, { id, version }: Input<(typeof shopPlan)['separate']>) => {
        if (!(await lockPlan(ctx.scoped, ctx.shops, id))) throw new ApiError('not_found')
        const plan = required(await planById(ctx.scoped, ctx.shops, id))
        if (plan.joinedTo === null) throw new ApiError('conflict', { message: 'このプランは、統合されていません。' })
        if (endOfJoin(plan) <= ctx.now) {
          throw new ApiError('conflict', { message: `統合から${joinedPlanDays}日を過ぎたため、元に戻せません。` })
        }
        return changeJoined(
          ctx,
          jobs,
          { plan, version, joinedTo: null },
          {
            joinedTo: { before: plan.joinedName, after: null },
          },
        )
      }
    },
  },
})

/** Both plans, where one can become the other. */
async function requireJoinable(ctx: Ctx, id: string, into: string) {
  const plan = required(await planById(ctx.scoped, ctx.shops, id))
  const kept = required(await planById(ctx.scoped, ctx.shops, into))
  const refusal = await refusalOf(ctx, plan, kept)
  if (refusal) throw new ApiError('conflict', { message: refusal })
  return { plan, kept }
}

async function refusalOf({ scoped }: Ctx, plan: ShopPlanRecord, kept: ShopPlanRecord): Promise<string | null> {
  if (plan.externalId !== null)
    return '会員管理システムから届くプランは、統合できません。会員管理システムで整理してください。'
  if (plan.id === kept.id || plan.shopId !== kept.shopId) return '統合先には、同じ店舗の別のプランを選んでください。'
  if (plan.joinedTo !== null || kept.joinedTo !== null) return 'すでに統合されたプランです。画面を更新してください。'
  if (kindOf(plan.category) !== kindOf(kept.category)) {
    return '通常のプラン・休会・オプションの間では、統合できません。'
  }
  const { joined } = await alongOf(scoped, plan.id)
  return joined ? 'ほかのプランが統合されているため、統合できません。先にそのプランを元に戻してください。' : null
}

/** The plan's row says at once that it is joined, or no longer; a job moves its contracts. */
async function changeJoined(
  ctx: Ctx,
  jobs: Jobs,
  { plan, version, joinedTo }: { plan: ShopPlanRecord; version: number; joinedTo: string | null },
  diff: NonNullable<Parameters<Ctx['audit']>[0]['diff']>,
) {
  const { id, shopId } = plan
  if (!(await setPlan(ctx, { id, version }, { joinedTo }))) {
    throw new ApiError('stale', { current: await toDetail(ctx, plan) })
  }
  await jobs.add(ctx.scoped, 'joinPlan', { planId: id }, ctx.principal.staffId)
  ctx.audit({ resourceId: id, shopId, diff })
  return toDetail(ctx, required(await planById(ctx.scoped, ctx.shops, id)))
}

/** Nothing else changes a joined plan's row. */
const endOfJoin = ({ updatedAt }: Pick<ShopPlanRecord, 'updatedAt'>) =>
  new Date((updatedAt?.getTime() ?? 0) + joinedPlanDays * 86_400_000)

/** A contract is of its plan's kind, so a plan with contracts keeps it. */
const kindOf = (category: ShopPlan['category']) =>
  category === 'suspension' || category === 'option' ? category : 'regular'

const ownedByClubSystem =
  'このプランは会員管理システムから届くため、ここでは変更できません。会員管理システムで変更してください。'
function requireOwn({ joinedTo }: ShopPlanRecord) {
  if (joinedTo !== null)
    throw new ApiError('conflict', { message: 'ほかのプランに統合されたプランは、変更できません。' })
}

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

const toDetail = async (
  ctx: Ctx,
  { updatedBy, updatedAt, joinedTo, joinedName, ...row }: ShopPlanRecord,
): Promise<ShopPlanDetail> => ({
  ...toShopPlan(ctx, row),
  ...wireOf({ updatedBy, updatedAt }),
  joined:
    joinedTo === null
      ? null
      : { id: joinedTo, name: joinedName ?? '', until: toTokyoDateTime(endOfJoin({ updatedAt })) },
  joinedHere: await joinedWith(ctx.scoped, row.id),
  leanBody: await leanBodyOf(ctx.scoped, row.id, !row.withLeanBodyContent),
})
