import { z } from 'zod'
import {
  authored,
  Empty,
  listInput,
  listOf,
  zDateTime,
  zHttpsUrl,
  zId,
  zPlannedTime,
  zText,
  zVersion,
  zWord,
} from './common.ts'
import type { Endpoints } from './endpoint.ts'
import { zImageUrl } from './image.ts'
import { announcementCategories, announcementList } from './words/announcement.ts'
import { publicationStatuses } from './words/common.ts'

const zCategory = zWord(announcementCategories)
const zPublicationStatus = zWord(publicationStatuses)

/** All members or those of the listed shops. `all` needs a right that covers every shop. */
const zTarget = z.discriminatedUnion('scope', [
  z.strictObject({ scope: z.literal('all'), shopIds: z.array(zId).max(0).default([]) }),
  z.strictObject({
    scope: z.literal('shops'),
    shopIds: z.array(zId).min(1, { error: '配信対象の店舗を選択してください。' }).max(500),
  }),
])

/** A row of the list: everything but the body. */
export const AnnouncementRow = z.strictObject({
  id: zId,
  title: z.string(),
  category: zCategory,
  imgUrl: z.string().nullable(),
  linkUrl: z.string().nullable(),
  target: z.strictObject({ scope: z.enum(['all', 'shops']), shopIds: z.array(zId) }),
  publishFrom: zDateTime.nullable(),
  publishTo: zDateTime.nullable(),
  isPinned: z.boolean(),
  /** At the moment of reading: `active` set with a later publishFrom is still `pending`, with a passed publishTo `disabled`. */
  status: zPublicationStatus,
  /** `pending`, and publishFrom will make it `active` by itself. */
  isScheduled: z.boolean(),
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
  /** Rich text as HTML; sanitised before it is stored. 5,000 characters of text, markup apart. */
  body: zText(50_000).pipe(z.string().min(1)),
  category: zCategory,
  imgUrl: zImageUrl.nullable(),
  linkUrl: zHttpsUrl.nullable(),
  target: zTarget,
  publishFrom: zPlannedTime.nullable(),
  publishTo: zPlannedTime.nullable(),
  isPinned: z.boolean(),
  /** The intended state: 保留中 (a draft), 公開 (from publishFrom, or now), 非公開. */
  status: zPublicationStatus,
})
export type AnnouncementDraft = z.input<typeof AnnouncementDraft>

export const announcement = {
  list: {
    method: 'GET',
    path: '/api/admin/announcement/list',
    permission: 'announcement.read',
    summary: 'お知らせの一覧',
    input: z.strictObject({
      ...listInput(announcementList),
      /** Announcements visible to this shop's members. */
      shopId: zId.optional(),
    }),
    output: listOf(AnnouncementRow),
  },
  create: {
    method: 'POST',
    path: '/api/admin/announcement/new',
    permission: 'announcement.write',
    summary: 'お知らせを登録する',
    input: AnnouncementDraft,
    output: Announcement,
  },
  get: {
    method: 'GET',
    path: '/api/admin/announcement/:id',
    permission: 'announcement.read',
    summary: 'お知らせの詳細',
    input: z.strictObject({ id: zId }),
    output: Announcement,
  },
  update: {
    method: 'PUT',
    path: '/api/admin/announcement/:id',
    permission: 'announcement.write',
    summary: 'お知らせを更新する',
    input: AnnouncementDraft.partial().extend({ id: zId, version: zVersion.optional() }),
    output: Announcement,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/announcement/:id',
    permission: 'announcement.write',
    summary: 'お知らせを削除する',
    input: z.strictObject({ id: zId, version: zVersion.optional() }),
    output: Empty,
  },
} as const satisfies Endpoints
