import { z } from 'zod'
import {
  authored,
  changesOf,
  Empty,
  listInput,
  listOf,
  publication,
  publicationDraft,
  versioned,
  zDateTime,
  zHttpsUrl,
  zId,
  zPlannedTime,
  zRichText,
  zText,
  zWord,
} from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { zImageUrl } from './image.ts'
import { announcementCategories, announcementList } from './words/announcement.ts'

const zCategory = zWord(announcementCategories)

/** All members or those of the listed shops. `all` needs a right that covers every shop. */
const zTarget = z.discriminatedUnion('scope', [
  z.strictObject({ scope: z.literal('all'), shopIds: z.array(zId).max(0).default([]) }),
  z.strictObject({
    scope: z.literal('shops'),
    shopIds: z.array(zId).min(1, { error: '配信対象の店舗を選択してください。' }).max(500),
  }),
])

/** A row of the list: everything except the body. */
export const AnnouncementRow = z.strictObject({
  id: zId,
  title: z.string(),
  category: zCategory,
  imgUrl: z.string().nullable(),
  linkUrl: z.string().nullable(),
  target: z.strictObject({ scope: z.enum(['all', 'shops']), shopIds: z.array(zId) }),
  ...publication,
  publishTo: zDateTime.nullable(),
  isPinned: z.boolean(),
  /** Whether the caller may change and delete it: every target is in scope. */
  canEdit: z.boolean(),
  ...authored,
})
export type AnnouncementRow = z.output<typeof AnnouncementRow>

export const Announcement = AnnouncementRow.extend({
  /** Sanitised HTML. */
  body: z.string(),
})
export type Announcement = z.output<typeof Announcement>

export const AnnouncementDraft = z.strictObject({
  title: zText(80).pipe(z.string().trim().min(1)),
  /** Rich text as HTML; sanitised before it is stored. At most 5,000 characters of text without markup. */
  body: zRichText,
  category: zCategory,
  imgUrl: zImageUrl.nullable(),
  linkUrl: zHttpsUrl.nullable(),
  target: zTarget,
  ...publicationDraft,
  publishTo: zPlannedTime.nullable(),
  isPinned: z.boolean(),
})
export type AnnouncementDraft = z.input<typeof AnnouncementDraft>

/** `shopId`: those visible to this shop's members. */
const listed = { ...listInput(announcementList), shopId: zId.optional() }
const changes = changesOf(AnnouncementDraft)

export const announcement = {
  list: get('/announcement/list', 'announcement.read', 'お知らせの一覧', listed, listOf(AnnouncementRow)),
  create: post('/announcement/new', 'announcement.write', 'お知らせを登録する', AnnouncementDraft, Announcement),
  get: get('/announcement/:id', 'announcement.read', 'お知らせの詳細', { id: zId }, Announcement),
  update: put('/announcement/:id', 'announcement.write', 'お知らせを更新する', changes, Announcement),
  remove: del('/announcement/:id', 'announcement.write', 'お知らせを削除する', versioned, Empty),
} satisfies Endpoints
