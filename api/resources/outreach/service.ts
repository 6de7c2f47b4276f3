import { eq } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import type { Outreach, outreach } from '#contract/outreach.ts'
import { firstDaysReason } from '#contract/words/first-days.ts'
import { toTalkList, unpaidList } from '#contract/words/outreach.ts'
import { riskReasons } from '#contract/words/risk.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { sightOf } from '../../db/member-search.ts'
import { memberIdOf, memberOfUser } from '../../db/one-member.ts'
import { directionOf } from '../../db/page.ts'
import { required } from '../../db/records.ts'
import { outreach as table } from '../../db/schema/outreach.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { seesRisk } from '../../rules/refuse-unseen.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { listOutreach, listToTalk, listUnpaid, outreachById } from './repository.ts'

export const outreachHandlers: Handlers<typeof outreach> = {
  list: async (ctx, { id, ...page }) => {
    const memberId = required(await memberIdOf(ctx.scoped, id))
    return listAnswer(page, await listOutreach(ctx.scoped, memberId, page), (row) => ({
      ...row,
      mayRemove: mayRemove(ctx, row),
    }))
  },

  create: async (ctx, { userId, ...draft }) => {
    const { memberId, shopId } = required(await memberOfUser(ctx.scoped, userId))
    if (draft.contactedOn > tokyoDayOf(ctx.now)) {
      throw new ApiError('invalid', { fields: { contactedOn: 'この項目には今日までの日付を入力してください。' } })
    }
    const [made] = await ctx.scoped
      .insert(table)
      .values({ ...draft, memberId: String(memberId), staffId: ctx.principal.staffId, createdAt: ctx.now })
      .returning({ id: table.id })
    const { one } = required(await outreachById(ctx.scoped, required(made).id))
    ctx.audit({
      resourceId: one.id,
      memberId: String(memberId),
      shopId: String(shopId),
      diff: difference(null, draft),
    })
    return { ...one, mayRemove: true }
  },

  remove: async (ctx, { id }) => {
    const { one, memberId, shopId } = required(await outreachById(ctx.scoped, id))
    if (!mayRemove(ctx, one)) throw new ApiError('forbidden', { message: '自分が記録した連絡だけを削除できます。' })
    const removed = await ctx.scoped.delete(table).where(eq(table.id, id)).returning({ id: table.id })
    required(removed[0])
    const { contactedOn, outcome, note } = one
    ctx.audit({
      resourceId: id,
      memberId: String(memberId),
      shopId: String(shopId),
      diff: difference({ contactedOn, outcome, note }, null),
    })
    return {}
  },

  toTalk: async (ctx, input) => {
    if (!seesRisk(ctx)) throw new ApiError('forbidden')
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    const sorted = { ...input, sortDir: directionOf(toTalkList, input) }
    const page = await listToTalk(ctx.scoped, sightOf(ctx), tokyoDayOf(ctx.now), sorted)
    return listAnswer(input, page, ({ risk: { level, signs, ...visits }, newcomer, ...row }) => ({
      ...row,
      risk: {
        level,
        reasons: newcomer
          ? [firstDaysReason(newcomer)]
          : riskReasons(level, signs, { ...visits, lastVisitOn: row.lastVisitOn }),
      },
    }))
  },

  unpaid: async (ctx, input) => {
    if (!ctx.can('report.money')) throw new ApiError('forbidden')
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    const sorted = { ...input, sortDir: directionOf(unpaidList, input) }
    return listAnswer(input, await listUnpaid(ctx.scoped, sightOf(ctx), tokyoDayOf(ctx.now), sorted), (row) => row)
  },
}

/** The author, or whoever sees every shop. */
const mayRemove = (ctx: Ctx, { staff }: Pick<Outreach, 'staff'>) =>
  ctx.can('member.write') && (ctx.shops === 'all' || staff?.id === ctx.principal.staffId)
