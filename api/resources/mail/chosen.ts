import { eq, type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { mail as api } from '#contract/mail.ts'
import type { Ctx } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { membersWhere, sightOf } from '../../db/member-search.ts'
import { required } from '../../db/records.ts'
import { mail } from '../../db/schema/mail.ts'
import { conditionTexts } from '../../mail/condition-texts.ts'
import { refuseMoney, refuseRisk } from '../../rules/refuse-unseen.ts'
import { requireShop } from '../shop/require-shop.ts'

type To = Input<(typeof api)['send']>['to']

export interface Chosen {
  chosen: SQL
  withoutUserIds: readonly string[]
  /** A description of the recipients. */
  segmentText: string
  /** How many were chosen, where some may be out of the caller's scope. */
  chosenCount?: number
}

/** The recipients of a mail as a query; 404 where a hand-picked member or an earlier mail is out of the caller's scope. */
export async function chosenFor(ctx: Ctx, to: To): Promise<Chosen> {
  if (to.by === 'members') {
    const userIds = [...new Set<string>(to.userIds)]
    const chosen = sql`select m.id as member_id from member m where m.user_id = any(${idArray(userIds)})`
    const [found] = await rowsOf<{ count: number }>(
      ctx.scoped,
      sql`select count(*)::integer as count from (${chosen}) c`,
    )
    if (found?.count !== userIds.length) throw new ApiError('not_found')
    return {
      chosen,
      withoutUserIds: [],
      segmentText: `手動で選んだ会員（${userIds.length.toLocaleString('ja-JP')}名）`,
    }
  }
  if (to.by === 'mail') {
    const [earlier] = await ctx.scoped
      .select({ subject: mail.subject, total: mail.total })
      .from(mail)
      .where(eq(mail.id, to.mailId))
    const { subject, total } = required(earlier)
    return {
      chosen: sql`select r.member_id from mail_recipient r where r.mail_id = ${Number(to.mailId)} and r.status <> 'excluded'`,
      withoutUserIds: to.withoutUserIds,
      segmentText: `メール「${subject}」と同じ宛先`,
      chosenCount: total,
    }
  }
  const { filter, withoutUserIds } = to
  refuseMoney(ctx, { to: filter.unpaid !== undefined })
  refuseRisk(ctx, { to: filter.risk !== undefined })
  const shop = filter.shopId === undefined ? null : await requireShop(ctx, filter.shopId)
  const { where } = await membersWhere(ctx.scoped, sightOf(ctx), filter)
  return {
    chosen: sql`select l.member_id from member_in_scope l where ${where}`,
    withoutUserIds,
    segmentText: [
      `店舗: ${shop?.name ?? (ctx.shops === 'all' ? '全店舗' : '担当店舗すべて')}`,
      ...(await conditionTexts(ctx.scoped, filter)),
    ].join('、'),
  }
}
