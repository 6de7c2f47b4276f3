import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { mayBeShared, type SavedView, SavedViewDraft, type savedView } from '#contract/saved-view.ts'
import { viewRights } from '#contract/view-rights.ts'
import { type ViewedScreen, viewedScreens } from '#contract/words/saved-view.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { savedView as table } from '../../db/schema/saved-view.ts'
import { storedTarget, targetInSight } from '../../rules/targets.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { draftOf, wireOf } from '../../wire/rows.ts'
import { recordWrites } from '../record-writes.ts'
import { requireShops } from '../shop/require-shop.ts'
import { isNameTaken, listSavedViews, type SavedViewRow, savedViewById } from './repository.ts'

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
    requireSharable(draft)
    await requireFreeName(ctx, draft)
    return toView(ctx, await views.insert(ctx, contentOf(draft)))
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await views.hold(ctx, id)
    const screen = changes.screen ?? before.screen
    requireSharing(ctx, before.screen)
    requireSharing(ctx, screen)
    if (changes.shopIds) await requireSharedWith(ctx, screen, changes.shopIds)
    if (changes.search) await requireShops(ctx, shopsNamedIn(changes.search))
    const draft = views.merged(before, changes)
    requireSharable(draft)
    if (draft.name !== before.name || screen !== before.screen || changes.shopIds) await requireFreeName(ctx, draft, id)
    return toView(ctx, await views.update(ctx, before, version, contentOf(draft)))
  },

  remove: async (ctx, { id, version }) => {
    const before = await views.hold(ctx, id)
    requireSharing(ctx, before.screen)
    return views.remove(ctx, before, version)
  },
}

/** 403 without the rights to see the screen and to share its views. */
function requireSharing({ can }: Ctx, screen: ViewedScreen) {
  const { read, share } = viewRights[screen]
  if (![...read, share].every(can)) throw new ApiError('forbidden')
}

/** 422 for shops in the conditions of a screen that compares none. */
function requireSharable(draft: Draft) {
  if (!mayBeShared(draft)) throw new ApiError('invalid', { fields: { search: 'この内容は共有できません。' } })
}

/** 422 for the name of another view that the caller sees; two of one name could not be told apart. */
async function requireFreeName({ scoped }: Ctx, { screen, name }: Draft, except?: string) {
  if (!(await isNameTaken(scoped, screen, name, except))) return
  throw new ApiError('invalid', { fields: { name: '同じ名前で共有されています。別の名前を入力してください。' } })
}

async function requireSharedWith(ctx: Ctx, screen: ViewedScreen, shopIds: Draft['shopIds']) {
  if (shopIds.length > 0) return requireShops(ctx, shopIds)
  if (ctx.reach(viewRights[screen].share).rule === 'all') return
  throw new ApiError('invalid', { fields: { shopIds: '全店舗での共有は本部のみ設定できます。' } })
}

const contentOf = ({ shopIds, ...rest }: Draft) => ({
  ...rest,
  ...storedTarget({ scope: shopIds.length > 0 ? 'shops' : 'all', shopIds }),
})

/** The shops that a view of the comparison names. */
const shopsNamedIn = ({ shops, like }: Draft['search']) => [shops, like].flatMap((ids) => ids?.split(',') ?? [])

/** The shops that the caller may see, in the search too; a change requires all that it is shared with. */
function toView(ctx: Ctx, row: SavedViewRow): SavedView {
  const { targetScope: _, targetShopIds: __, ...rest } = wireOf(row)
  const isSeen = (id: string) => ctx.shops === 'all' || ctx.shops.includes(id)
  const { target, isWhole } = targetInSight(ctx, row)
  return {
    ...rest,
    screen: row.screen,
    search: searchInSight(row.search, isSeen),
    shopIds: target.shopIds,
    canEdit: ctx.can(viewRights[row.screen].share) && isWhole,
  }
}

function searchInSight({ shops, like, ...rest }: Draft['search'], isSeen: (id: string) => boolean): Draft['search'] {
  const seen = shops?.split(',').filter(isSeen).join(',')
  return { ...rest, ...(seen && { shops: seen }), ...(like && isSeen(like) && { like }) }
}

const views = recordWrites({
  table,
  read: ({ scoped }: Ctx, id: string) => savedViewById(scoped, id),
  asDraft: (row): Draft => draftOf(SavedViewDraft, { ...row, shopIds: row.targetShopIds.map(String) }),
  toWire: toView,
})
