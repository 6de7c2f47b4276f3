import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { mail } from '#contract/mail.ts'
import { conditionOf, conditionText } from '#contract/words/audit-conditions.ts'
import type { Ctx } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { membersWhere } from '../../db/member-search.ts'
import { refuseMoney } from '../../refuse-money.ts'
import { requireShop } from '../shop/require-shop.ts'

type To = Input<(typeof mail)['send']>['to']

export interface Chosen {
  chosen: SQL
  without: readonly string[]
  /** Whom it is for, in words. */
  segmentText: string
}

/** Whom a mail is for, as a query; 404 where somebody chosen by hand is not in the caller's sight. */
export async function chosenFor(ctx: Ctx, to: To): Promise<Chosen> {
  if (to.by === 'members') {
    const memberIds = [...new Set<string>(to.memberIds)]
    const chosen = sql`select m.id as member_id from member m where m.id = any(${idArray(memberIds)})`
    const [found] = await rowsOf<{ count: number }>(
      ctx.scoped,
      sql`select count(*)::integer as count from (${chosen}) c`,
    )
    if (found?.count !== memberIds.length) throw new ApiError('not_found')
    return { chosen, without: [], segmentText: `手動で選んだ会員（${memberIds.length.toLocaleString('ja-JP')}名）` }
  }
  const { filter, without } = to
  refuseMoney(ctx, { to: filter.unpaid !== undefined })
  const shop = filter.shopId === undefined ? null : await requireShop(ctx, filter.shopId)
  const sight = { shops: ctx.shops, contact: ctx.can('member.write') }
  const { where } = await membersWhere(ctx.scoped, sight, filter)
  return {
    chosen: sql`select l.member_id from member_in_scope l where ${where}`,
    without,
    segmentText: await textOfFilter(ctx, shop?.name ?? null, filter),
  }
}

/** 「店舗: 新宿店、契約状態: 契約中」, with a trainer's name in place of the number. */
async function textOfFilter(ctx: Ctx, shopName: string | null, filter: Extract<To, { by: 'filter' }>['filter']) {
  const { shopId: _, trainerStaffId, ...conditions } = filter
  const texts = Object.entries(conditions).flatMap(([key, value]) =>
    value === undefined ? [] : [`${conditionOf(key)?.label ?? key}: ${conditionText(key, String(value))}`],
  )
  if (trainerStaffId !== undefined) {
    const [trainer] = await rowsOf<{ name: string }>(
      ctx.scoped,
      sql`select display_name as name from staff where id = ${Number(trainerStaffId)}`,
    )
    texts.push(`${conditionOf('trainerStaffId')?.label}: ${trainer?.name ?? '–'}`)
  }
  const shops = shopName ?? (ctx.shops === 'all' ? '全店舗' : '担当店舗すべて')
  return [`店舗: ${shops}`, ...texts].join('、')
}
