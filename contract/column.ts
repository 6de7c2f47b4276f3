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
  zId,
  zRichText,
  zText,
  zWord,
} from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { columnCategories, columnList } from './words/column.ts'

/** A row of the list: everything but the body. */
export const ColumnRow = z.strictObject({
  id: zId,
  title: z.string(),
  lead: z.string().nullable(),
  category: zWord(columnCategories),
  tags: z.array(z.string()),
  ...publication,
  ...authored,
})
export type ColumnRow = z.output<typeof ColumnRow>

/** `body` is sanitised HTML. */
export const Column = ColumnRow.extend({ body: z.string() })
export type Column = z.output<typeof Column>

const zTag = zText(20).pipe(z.string().trim().min(1))

export const ColumnDraft = z.strictObject({
  title: zText(80).pipe(z.string().trim().min(1)),
  lead: zText(200).nullable(),
  /** Rich text as HTML; sanitised before it is stored. 50,000 characters of text, markup apart. */
  body: zRichText,
  category: zWord(columnCategories),
  tags: z
    .array(zTag)
    .max(10, { error: 'タグは10個までです。' })
    .refine((tags) => new Set(tags).size === tags.length, { error: '同じタグは1度だけ入力してください。' }),
  ...publicationDraft,
})
export type ColumnDraft = z.input<typeof ColumnDraft>

export const column = {
  list: get('/content/column/list', 'column.read', 'コラムの一覧', listInput(columnList), listOf(ColumnRow)),
  create: post('/content/column/new', 'column.write', 'コラムを登録する', ColumnDraft, Column),
  get: get('/content/column/:id', 'column.read', 'コラムの詳細', { id: zId }, Column),
  update: put('/content/column/:id', 'column.write', 'コラムを更新する', changesOf(ColumnDraft), Column),
  remove: del('/content/column/:id', 'column.write', 'コラムを削除する', versioned, Empty),
} satisfies Endpoints
