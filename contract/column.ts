import { z } from 'zod'
import {
  authored,
  changesOf,
  Empty,
  listInput,
  listOf,
  pageInput,
  publication,
  publicationDraft,
  versioned,
  zDateTime,
  zId,
  zName,
  zPlannedTime,
  zRichText,
  zText,
  zWord,
} from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { zImageUrl } from './image.ts'
import { columnCategories, columnList } from './words/column.ts'
import { moods } from './words/mood.ts'

/** A row of the list: everything except the body. */
export const ColumnRow = z.strictObject({
  id: zId,
  title: z.string(),
  lead: z.string().nullable(),
  imgUrl: z.string().nullable(),
  category: zWord(columnCategories),
  tags: z.array(z.string()),
  authorName: z.string().nullable(),
  supervisorName: z.string().nullable(),
  targetMoods: z.array(zWord(moods)),
  /** Characters of the body without markup. */
  textLength: z.int(),
  sortOrder: z.int(),
  viewCount: z.int(),
  likeCount: z.int(),
  ...publication,
  publishTo: zDateTime.nullable(),
  ...authored,
})
export type ColumnRow = z.output<typeof ColumnRow>

/** `body` is sanitised HTML. */
export const Column = ColumnRow.extend({
  body: z.string(),
  relatedIds: z.array(zId),
  /** The related columns with their titles. */
  related: z.array(z.strictObject({ id: zId, title: z.string() })),
})
export type Column = z.output<typeof Column>

/** A stored version of a column. */
export const ColumnText = z.strictObject({
  version: z.int(),
  title: z.string(),
  lead: z.string().nullable(),
  body: z.string(),
  savedAt: zDateTime,
  savedBy: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
})
export type ColumnText = z.output<typeof ColumnText>

const zPerson = zName(50).nullable()
const zTag = zName(20)

export const ColumnDraft = z.strictObject({
  title: zText(80).pipe(z.string().trim().min(1)),
  lead: zText(200).nullable(),
  /** Rich text as HTML; sanitised before it is stored. At most 50,000 characters of text without markup. */
  body: zRichText,
  category: zWord(columnCategories),
  tags: z
    .array(zTag)
    .max(10, { error: 'タグは10個までです。' })
    .refine((tags) => new Set(tags).size === tags.length, { error: '同じタグは1度だけ入力してください。' }),
  imgUrl: zImageUrl.nullable(),
  authorName: zPerson,
  /** Required for public columns in `supervisedCategories`. */
  supervisorName: zPerson,
  targetMoods: z.array(zWord(moods)).max(4),
  relatedIds: z
    .array(zId)
    .max(3, { error: '関連コラムは3件までです。' })
    .refine((ids) => new Set(ids).size === ids.length, { error: '同じコラムは1度だけ選択してください。' }),
  ...publicationDraft,
  publishTo: zPlannedTime.nullable(),
})
export type ColumnDraft = z.input<typeof ColumnDraft>

export const column = {
  list: get('/content/column/list', 'column.read', 'コラムの一覧', listInput(columnList), listOf(ColumnRow)),
  create: post('/content/column/new', 'column.write', 'コラムを登録する', ColumnDraft, Column),
  get: get('/content/column/:id', 'column.read', 'コラムの詳細', { id: zId }, Column),
  update: put('/content/column/:id', 'column.write', 'コラムを更新する', changesOf(ColumnDraft), Column),
  /** The new display order; columns that are not listed keep their position. */
  setOrder: put(
    '/content/column/order',
    'column.write',
    'コラムの表示順を変更する',
    { ids: z.array(zId).min(1).max(500) },
    Empty,
  ),
  texts: get(
    '/content/column/:id/text/list',
    'column.write',
    'コラムの文章の履歴',
    { id: zId, ...pageInput },
    listOf(ColumnText),
  ),
  tags: get(
    '/content/column/tag/list',
    'column.write',
    '使われているタグ',
    Empty,
    z.strictObject({ tags: z.array(z.string()) }),
  ),
  remove: del('/content/column/:id', 'column.write', 'コラムを削除する', versioned, Empty),
} satisfies Endpoints
