import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type SavedView, SavedViewDraft, type savedView } from '#contract/saved-view.ts'
import { viewRights } from '#contract/view-rights.ts'
import { type ViewedScreen, viewedScreens } from '#contract/words/saved-view.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { savedView as table } from '../../db/schema/saved-view.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf, targetIdsOf, wireOf } from '../../wire/rows.ts'
import { requireShops } from '../shop/require-shop.ts'
import { listSavedViews, type SavedViewRow, savedViewById } from './repository.ts'

type Draft = Input<(typeof savedView)['create']>

export const savedViewHandlers: Handlers<typeof savedView> = {
  list: async (ctx, input) => {
    const screens = valuesOf(viewedScreens).filter((screen) => viewRights[screen].read.every(ctx.can))
    return listAnswer(input, await listSavedViews(ctx.scoped, input, screens), (row) => toView(ctx, row))
  },

  create: async (ctx, draft) => {
    requireSharing(ctx, draft.screen)
    await requireSharedWith(ctx, draft.screen, draft.shopIds)
    await requireShops(ctx, shopsNamedIn(draft.search))
    const saved = required(await savedViewById(ctx.scoped, await insertRecord(ctx, table, contentOf(draft))))
    ctx.audit({ resourceId: saved.id, diff: difference(null, asDraft(saved)) })
    return toView(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdRecord(ctx, table, id, savedViewById)
    const screen = changes.screen ?? before.screen
    requireSharing(ctx, before.screen)
    requireSharing(ctx, screen)
    if (changes.shopIds) await requireSharedWith(ctx, screen, changes.shopIds)
    if (changes.search) await requireShops(ctx, shopsNamedIn(changes.search))
    const content = contentOf({ ...asDraft(before), ...definedOf(changes) })
    await updateRecord(ctx, table, { id, version }, content, () => toView(ctx, before))
    const saved = required(await savedViewById(ctx.scoped, id))
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), asDraft(saved)) })
    return toView(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await holdRecord(ctx, table, id, savedViewById)
    requireSharing(ctx, before.screen)
    await removeRecord(ctx, table, { id, version }, () => toView(ctx, before))
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), null) })
    return {}
  },
}

/** 403 without the rights to see the screen and to share its views. */
function requireSharing({ can }: Ctx, screen: ViewedScreen) {
  const { read, share } = viewRights[screen]
  if (![...read, share].every(can)) throw new ApiError('forbidden')
}

async function requireSharedWith(ctx: Ctx, screen: ViewedScreen, shopIds: Draft['shopIds']) {
  if (shopIds.length > 0) return requireShops(ctx, shopIds)
  if (ctx.reach(viewRights[screen].share).rule === 'all') return
  throw new ApiError('invalid', { fields: { shopIds: '全店舗での共有は本部のみ設定できます。' } })
}

const contentOf = ({ shopIds, ...rest }: Draft) => ({
  ...rest,
  targetScope: shopIds.length > 0 ? ('shops' as const) : ('all' as const),
  targetShopIds: targetIdsOf(shopIds),
})

/** The row as an input, the base of a partial update. */
const asDraft = (row: SavedViewRow): Draft =>
  draftOf(SavedViewDraft, { ...row, shopIds: row.targetShopIds.map(String) })

/** The shops that a view of the comparison names. */
const shopsNamedIn = ({ shops, like }: Draft['search']) => [shops, like].flatMap((ids) => ids?.split(',') ?? [])

/** The shops that the caller may see, in the search too; a change requires all that it is shared with. */
function toView(ctx: Ctx, row: SavedViewRow): SavedView {
  const { targetScope, targetShopIds, ...rest } = wireOf(row)
  const isSeen = (id: string) => ctx.shops === 'all' || ctx.shops.includes(id)
  const shopIds = targetShopIds.map(String).filter(isSeen)
  const isWhollyInSight = ctx.shops === 'all' || (targetScope === 'shops' && shopIds.length === targetShopIds.length)
  return {
    ...rest,
    screen: row.screen,
    search: searchInSight(row.search, isSeen),
    shopIds,
    canEdit: ctx.can(viewRights[row.screen].share) && isWhollyInSight,
  }
}

function searchInSight({ shops, like, ...rest }: Draft['search'], isSeen: (id: string) => boolean): Draft['search'] {
  const seen = shops?.split(',').filter(isSeen).join(',')
  return { ...rest, ...(seen && { shops: seen }), ...(like && isSeen(like) && { like }) }
}
