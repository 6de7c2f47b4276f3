import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type Segment, SegmentDraft, type segment } from '#contract/segment.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { segment as table } from '../../db/schema/segment.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf, targetIdsOf, wireOf } from '../../wire/rows.ts'
import { requireShops } from '../shop/require-shop.ts'
import { listSegments, type SegmentRow, segmentById } from './repository.ts'

type Draft = Input<(typeof segment)['create']>

export const segmentHandlers: Handlers<typeof segment> = {
  list: async (ctx, input) => listAnswer(input, await listSegments(ctx.scoped, input), (row) => toSegment(ctx, row)),

  create: async (ctx, draft) => {
    await requireSharedWith(ctx, draft.shopIds)
    const saved = required(await segmentById(ctx.scoped, await insertRecord(ctx, table, contentOf(draft))))
    ctx.audit({ resourceId: saved.id, diff: difference(null, asDraft(saved)) })
    return toSegment(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdRecord(ctx, table, id, segmentById)
    if (changes.shopIds) await requireSharedWith(ctx, changes.shopIds)
    const content = contentOf({ ...asDraft(before), ...definedOf(changes) })
    await updateRecord(ctx, table, { id, version }, content, () => toSegment(ctx, before))
    const saved = required(await segmentById(ctx.scoped, id))
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), asDraft(saved)) })
    return toSegment(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await holdRecord(ctx, table, id, segmentById)
    await removeRecord(ctx, table, { id, version }, () => toSegment(ctx, before))
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), null) })
    return {}
  },
}

async function requireSharedWith(ctx: Ctx, shopIds: Draft['shopIds']) {
  if (shopIds.length > 0) return requireShops(ctx, shopIds)
  if (ctx.reach('member.export').rule === 'all') return
  throw new ApiError('invalid', { fields: { shopIds: '全店舗での共有は本部のみ設定できます。' } })
}

const contentOf = ({ shopIds, ...rest }: Draft) => ({
  ...rest,
  targetScope: shopIds.length > 0 ? ('shops' as const) : ('all' as const),
  targetShopIds: targetIdsOf(shopIds),
})

/** The row as an input, the base of a partial update. */
const asDraft = (row: SegmentRow): Draft => draftOf(SegmentDraft, { ...row, shopIds: row.targetShopIds.map(String) })

/** The shops that the caller may see; a change requires all of them. */
function toSegment(ctx: Ctx, row: SegmentRow): Segment {
  const { targetScope, targetShopIds, ...rest } = wireOf(row)
  const seen = targetShopIds.map(String).filter((id) => ctx.shops === 'all' || ctx.shops.includes(id))
  const isWhollyInSight = ctx.shops === 'all' || (targetScope === 'shops' && seen.length === targetShopIds.length)
  return {
    ...rest,
    list: row.list,
    shopIds: seen,
    canEdit: ctx.can('member.export') && isWhollyInSight,
  }
}
