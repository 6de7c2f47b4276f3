import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import {
  type Announcement,
  AnnouncementDraft,
  type AnnouncementRow,
  type announcement as api,
} from '#contract/announcement.ts'
import type { Input } from '#contract/endpoint.ts'
import { maxAnnouncementText } from '#contract/rich-text.ts'
import { announcementCategories } from '#contract/words/announcement.ts'
import { publicationStates } from '#contract/words/common.ts'
import type { Ctx, Handlers, Scoped } from '../../context.ts'
import {
  beginningFirst,
  foundOf,
  limitOf,
  matchesName,
  type NameSearch,
  namesIn,
  type Records,
  spaced,
  totalCount,
} from '../../db/named-records.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, folded, withAuthors } from '../../db/records.ts'
import { announcement } from '../../db/schema/announcement.ts'
import {
  inSight,
  type PublicationSight,
  publicationOf,
  publicationSight,
  requireHidden,
  requireInSight,
  requireTransition,
} from '../../rules/publication.ts'
import { requirePicture } from '../../rules/require-picture.ts'
import { requireRichText } from '../../rules/rich-text.ts'
import { onlyShopOf, requireWholeChain, storedTarget, targetInSight, targetOf } from '../../rules/targets.ts'
import type { Storage } from '../../storage/storage.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { draftOf, instantOf, wireOf } from '../../wire/rows.ts'
import { recordWrites } from '../record-writes.ts'
import { requireShop, requireShops } from '../shop/require-shop.ts'

const noun = 'お知らせ'
type Draft = Input<(typeof api)['create']>

export const announcementHandlers = (storage: Storage): Handlers<typeof api> => ({
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    const page = await listAnnouncements(ctx.scoped, input, publicationSight(ctx, 'announcement.read'))
    return listAnswer(input, page, (row) => toRow(ctx, row))
  },

  get: async (ctx, { id }) => {
    const row = await announcements.found(ctx, id)
    requireInSight(row, publicationSight(ctx, 'announcement.read'))
    return toAnnouncement(ctx, row)
  },

  create: async (ctx, draft) => {
    await requireTarget(ctx, draft.target)
    const content = contentOf(draft)
    requireTransition(noun, null, content, draft, ctx.now)
    await requirePicture(storage, content.imgUrl)
    return toAnnouncement(ctx, await announcements.insert(ctx, content))
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await announcements.hold(ctx, id)
    if (changes.target) await requireTarget(ctx, changes.target)
    const content = contentOf(announcements.merged(before, changes))
    requireTransition(noun, before, content, changes, ctx.now)
    if (content.imgUrl !== before.imgUrl) await requirePicture(storage, content.imgUrl)
    return toAnnouncement(ctx, await announcements.update(ctx, before, version, content))
  },

  remove: async (ctx, { id, version }) => {
    const before = await announcements.hold(ctx, id)
    requireHidden(noun, before, ctx.now)
    return announcements.remove(ctx, before, version)
  },
})

async function requireTarget(ctx: Ctx, target: Draft['target']) {
  if (target.scope === 'shops') return requireShops(ctx, target.shopIds)
  requireWholeChain(ctx, 'announcement.write', '全店舗への配信は本部のみ設定できます。')
}

/** A draft as stored; 422 at `body` if it is empty or too long after sanitising. */
function contentOf({ target, publishFrom, publishTo, body: html, ...rest }: Draft) {
  const { body, text } = requireRichText(html, maxAnnouncementText)
  return {
    ...rest,
    body,
    searchText: folded(rest.title, text),
    ...storedTarget(target),
    publishFrom: instantOf(publishFrom),
    publishTo: instantOf(publishTo),
  }
}

function toRow(ctx: Ctx, row: AnnouncementListRow): AnnouncementRow {
  const { targetScope: _, targetShopIds: __, ...rest } = wireOf(row)
  const { target, isWhole } = targetInSight(ctx, row)
  return { ...rest, target, ...publicationOf(row, ctx.now), canEdit: ctx.can('announcement.write') && isWhole }
}

function toAnnouncement(ctx: Ctx, { body, ...row }: AnnouncementRecord): Announcement {
  return { ...toRow(ctx, row), body }
}

/** A row of the list, without the body. */
const columns = {
  id: announcement.id,
  title: announcement.title,
  category: announcement.category,
  imgUrl: announcement.imgUrl,
  linkUrl: announcement.linkUrl,
  targetScope: announcement.targetScope,
  targetShopIds: announcement.targetShopIds,
  publishFrom: announcement.publishFrom,
  publishTo: announcement.publishTo,
  isPinned: announcement.isPinned,
  status: announcement.status,
  ...authorColumns(announcement),
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(columns).from(announcement).$dynamic(), announcement)
type AnnouncementListRow = Awaited<ReturnType<typeof readRows>>[number]
type AnnouncementRecord = AnnouncementListRow & { body: string }

type Query = Input<typeof api.list>

const sortColumns = {
  updatedAt: announcement.updatedAt,
  publishFrom: announcement.publishFrom,
  title: sql`fold_text(${announcement.title})`,
}

/** Default order, as members see them: pinned first, then the latest. */
function orderOf({ sortKey, sortDir }: Query): SQL[] {
  if (sortDir === 'none')
    return [desc(announcement.isPinned), ...orderBy(sortColumns[sortKey], 'desc', announcement.id)]
  return orderBy(sortColumns[sortKey], sortDir, announcement.id)
}

/** One page of the visible announcements, and the exact total. */
function listAnnouncements(scoped: Scoped, query: Query, sight: PublicationSight) {
  const { keyword, status, state, category, shopId } = query
  const where = and(
    keywordIn(announcement.searchText, keyword),
    inSight(announcement, sight, { status, state }),
    category && eq(announcement.category, category),
    shopId === undefined
      ? undefined
      : sql`(${announcement.targetScope} = 'all' or ${Number(shopId)} = any (${announcement.targetShopIds}))`,
  )
  return pageOf(scoped, readRows(scoped), { from: announcement, where, orderBy: orderOf(query), page: query })
}

/** The visible announcements by title, last changed first. */
const announcementsNamed = (scoped: Scoped, sight: PublicationSight, search: NameSearch) =>
  scoped
    .select({
      id: announcement.id,
      title: announcement.title,
      category: announcement.category,
      publishFrom: announcement.publishFrom,
      publishTo: announcement.publishTo,
      status: announcement.status,
      total: totalCount,
    })
    .from(announcement)
    .where(and(inSight(announcement, sight), matchesName(announcement.id, sortColumns.title, search)))
    .orderBy(...beginningFirst(search, announcement.title), desc(announcement.updatedAt), desc(announcement.id))
    .limit(limitOf(search))

async function announcementById({ scoped }: Ctx, id: string): Promise<AnnouncementRecord | null> {
  const select = scoped.select({ ...columns, body: announcement.body }).from(announcement)
  const [found] = await withAuthors(select.where(eq(announcement.id, id)).$dynamic(), announcement)
  return found ?? null
}

const announcements = recordWrites({
  table: announcement,
  read: announcementById,
  asDraft: (row): Draft => ({ ...draftOf(AnnouncementDraft, row), target: targetOf(row) }),
  toWire: toAnnouncement,
  shopOf: onlyShopOf,
})

export const announcementRecords = {
  nameOf: namesIn(announcement.id, announcement.title),
  find: {
    permission: 'announcement.read',
    find: async (ctx, search) =>
      foundOf(await announcementsNamed(ctx.scoped, publicationSight(ctx, 'announcement.read'), search), (row) => ({
        id: row.id,
        name: row.title,
        kana: null,
        facts: spaced(announcementCategories[row.category], publicationStates[publicationOf(row, ctx.now).state]),
      })),
  },
} satisfies Records
