import {
  type Announcement,
  AnnouncementDraft,
  type AnnouncementRow,
  type announcement,
} from '#contract/announcement.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { maxAnnouncementText } from '#contract/rich-text.ts'
import type { AuditDetail, Ctx, Handlers } from '../../context.ts'
import { folded, holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { announcement as table } from '../../db/schema/announcement.ts'
import {
  publicationOf,
  publicationSight,
  requireHidden,
  requireInSight,
  requireTransition,
} from '../../rules/publication.ts'
import { requirePicture } from '../../rules/require-picture.ts'
import { requireRichText } from '../../rules/rich-text.ts'
import type { Storage } from '../../storage/storage.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf, instantOf, targetIdsOf, wireOf } from '../../wire/rows.ts'
import { requireShop, requireShops } from '../shop/require-shop.ts'
import { type AnnouncementListRow, type AnnouncementRecord, announcementById, listAnnouncements } from './repository.ts'

const noun = 'お知らせ'
type Draft = Input<(typeof announcement)['create']>

export const announcementHandlers = (storage: Storage): Handlers<typeof announcement> => ({
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    const page = await listAnnouncements(ctx.scoped, input, publicationSight(ctx, 'announcement.read'))
    return listAnswer(input, page, (row) => toRow(ctx, row))
  },

  get: async (ctx, { id }) => {
    const row = required(await announcementById(ctx.scoped, id))
    requireInSight(row, publicationSight(ctx, 'announcement.read'))
    return toAnnouncement(ctx, row)
  },

  create: async (ctx, draft) => {
    await requireTarget(ctx, draft.target)
    const saving = contentOf(draft)
    requireTransition(noun, null, saving, draft, ctx.now)
    await requirePicture(storage, saving.imgUrl)
    const saved = required(await announcementById(ctx.scoped, await insertRecord(ctx, table, saving)))
    ctx.audit({ ...subject(saved), diff: difference(null, asDraft(saved)) })
    return toAnnouncement(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdRecord(ctx, table, id, announcementById)
    if (changes.target) await requireTarget(ctx, changes.target)
    const saving = contentOf({ ...asDraft(before), ...definedOf(changes) })
    requireTransition(noun, before, saving, changes, ctx.now)
    if (saving.imgUrl !== before.imgUrl) await requirePicture(storage, saving.imgUrl)
    await updateRecord(ctx, table, { id, version }, saving, () => toAnnouncement(ctx, before))
    const saved = required(await announcementById(ctx.scoped, id))
    ctx.audit({ ...subject(saved), diff: difference(asDraft(before), asDraft(saved)) })
    return toAnnouncement(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await holdRecord(ctx, table, id, announcementById)
    requireHidden(noun, before, ctx.now)
    await removeRecord(ctx, table, { id, version }, () => toAnnouncement(ctx, before))
    ctx.audit({ ...subject(before), diff: difference(asDraft(before), null) })
    return {}
  },
})

async function requireTarget(ctx: Ctx, target: Draft['target']) {
  if (target.scope === 'shops') return requireShops(ctx, target.shopIds)
  if (ctx.reach('announcement.write').rule === 'all') return
  throw new ApiError('invalid', { fields: { target: '全店舗への配信は本部のみ設定できます。' } })
}

/** A draft as stored; 422 at `body` if it is empty or too long after sanitising. */
function contentOf({ target, publishFrom, publishTo, body: html, ...rest }: Draft) {
  const { body, text } = requireRichText(html, maxAnnouncementText)
  return {
    ...rest,
    body,
    searchText: folded(rest.title, text),
    targetScope: target.scope,
    targetShopIds: targetIdsOf(target.shopIds),
    publishFrom: instantOf(publishFrom),
    publishTo: instantOf(publishTo),
  }
}

/** The row as an input, the base of a partial update. */
const asDraft = (row: AnnouncementRecord): Draft => ({
  ...draftOf(AnnouncementDraft, row),
  target: targetOf(row, row.targetShopIds),
})

const targetOf = ({ targetScope }: AnnouncementListRow, shopIds: readonly number[]): Draft['target'] =>
  targetScope === 'all' ? { scope: 'all', shopIds: [] } : { scope: 'shops', shopIds: shopIds.map(String) }

/** The shop of an audit row, if there is exactly one. */
function subject({ id, targetShopIds }: AnnouncementRecord): AuditDetail {
  const [only, ...others] = targetShopIds
  return { resourceId: id, ...(only !== undefined && others.length === 0 && { shopId: String(only) }) }
}

/** The targets that the caller may see; a change requires all of them. */
function toRow(ctx: Ctx, row: AnnouncementListRow): AnnouncementRow {
  const seen =
    ctx.shops === 'all' ? row.targetShopIds : row.targetShopIds.filter((id) => ctx.shops.includes(String(id)))
  const hasEveryTarget =
    ctx.shops === 'all' || (row.targetScope === 'shops' && seen.length === row.targetShopIds.length)
  const { targetScope: _, targetShopIds: __, ...rest } = wireOf(row)
  return {
    ...rest,
    target: targetOf(row, seen),
    ...publicationOf(row, ctx.now),
    canEdit: ctx.can('announcement.write') && hasEveryTarget,
  }
}

function toAnnouncement(ctx: Ctx, { body, ...row }: AnnouncementRecord): Announcement {
  return { ...toRow(ctx, row), body }
}
