import { type ClubEvent, ClubEventDraft, type clubEvent } from '#contract/club-event.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { AuditDetail, Ctx, Handlers } from '../../context.ts'
import { holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { clubEvent as table } from '../../db/schema/club-event.ts'
import { readShownEvents } from '../../figures/shown-events.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf, targetIdsOf, wireOf } from '../../wire/rows.ts'
import { requireShop, requireShops } from '../shop/require-shop.ts'
import { type ClubEventRow, clubEventById, listClubEvents } from './repository.ts'

type Draft = Input<(typeof clubEvent)['create']>

/** Longer than any chart: this year and the last by fiscal years. */
const mostDays = 3 * 366

export const clubEventHandlers: Handlers<typeof clubEvent> = {
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    return listAnswer(input, await listClubEvents(ctx.scoped, input), (row) => toClubEvent(ctx, row))
  },

  shown: async (ctx, { from, to, shopId }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    requirePeriod(from, to)
    return readShownEvents(ctx.scoped, { from, to, shopId, now: ctx.now, money: ctx.can('report.money') })
  },

  get: async (ctx, { id }) => toClubEvent(ctx, required(await clubEventById(ctx.scoped, id))),

  create: async (ctx, draft) => {
    await requireTarget(ctx, draft.target)
    requireOrder(draft)
    const saved = required(await clubEventById(ctx.scoped, await insertRecord(ctx, table, contentOf(draft))))
    ctx.audit({ ...subject(saved), diff: difference(null, asDraft(saved)) })
    return toClubEvent(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdRecord(ctx, table, id, clubEventById)
    if (changes.target) await requireTarget(ctx, changes.target)
    const draft = { ...asDraft(before), ...definedOf(changes) }
    requireOrder(draft)
    await updateRecord(ctx, table, { id, version }, contentOf(draft), () => toClubEvent(ctx, before))
    const saved = required(await clubEventById(ctx.scoped, id))
    ctx.audit({ ...subject(saved), diff: difference(asDraft(before), asDraft(saved)) })
    return toClubEvent(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await holdRecord(ctx, table, id, clubEventById)
    await removeRecord(ctx, table, { id, version }, () => toClubEvent(ctx, before))
    ctx.audit({ ...subject(before), diff: difference(asDraft(before), null) })
    return {}
  },
}

function requirePeriod(from: string, to: string) {
  if (to < from) throw new ApiError('invalid', { fields: { to: '終了日は開始日以降にしてください。' } })
  if (Date.parse(to) - Date.parse(from) > mostDays * 86_400_000) {
    throw new ApiError('invalid', { fields: { to: '期間は3年以内にしてください。' } })
  }
}

function requireOrder({ firstOn, lastOn }: Pick<Draft, 'firstOn' | 'lastOn'>) {
  if (lastOn !== null && lastOn < firstOn) {
    throw new ApiError('invalid', { fields: { lastOn: '最終日は初日以降にしてください。' } })
  }
}

async function requireTarget(ctx: Ctx, target: Draft['target']) {
  if (target.scope === 'shops') return requireShops(ctx, target.shopIds)
  if (ctx.reach('event.write').rule === 'all') return
  throw new ApiError('invalid', { fields: { target: '全店舗の出来事は本部のみ登録できます。' } })
}

const contentOf = ({ target, ...rest }: Draft) => ({
  ...rest,
  targetScope: target.scope,
  targetShopIds: targetIdsOf(target.shopIds),
})

/** The row as an input, the base of a partial update. */
const asDraft = (row: ClubEventRow): Draft => ({
  ...draftOf(ClubEventDraft, row),
  target: targetOf(row, row.targetShopIds.map(String)),
})

const targetOf = ({ targetScope }: ClubEventRow, shopIds: string[]): Draft['target'] =>
  targetScope === 'all' ? { scope: 'all', shopIds: [] } : { scope: 'shops', shopIds }

/** The shop of an audit row, if there is exactly one. */
function subject({ id, targetShopIds }: ClubEventRow): AuditDetail {
  const [only, ...others] = targetShopIds
  return { resourceId: id, ...(only !== undefined && others.length === 0 && { shopId: String(only) }) }
}

/** The targets that the caller may see; a change requires all of them. */
function toClubEvent(ctx: Ctx, row: ClubEventRow): ClubEvent {
  const { targetScope, targetShopIds, ...rest } = wireOf(row)
  const seen = targetShopIds.map(String).filter((id) => ctx.shops === 'all' || ctx.shops.includes(id))
  const isWhollyInSight = ctx.shops === 'all' || (targetScope === 'shops' && seen.length === targetShopIds.length)
  return {
    ...rest,
    target: targetOf(row, seen),
    canEdit: ctx.can('event.write') && isWhollyInSight,
  }
}
