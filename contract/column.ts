import { z } from 'zod'
import { authored, Empty, listInput, listOf, zDateTime, zId, zPlannedTime, zText, zVersion, zWord } from './common.ts'
import type { Endpoints } from './endpoint.ts'
import { columnCategories, columnList } from './words/column.ts'
import { publicationStatuses } from './words/common.ts'

/** A row of the list: everything but the body. */
export const ColumnRow = z.strictObject({
  id: zId,
  title: z.string(),
  lead: z.string().nullable(),
  category: zWord(columnCategories),
  tags: z.array(z.string()),
  publishFrom: zDateTime.nullable(),
  /** At the moment of reading: `active` set with a later publishFrom is still `pending`. */
  status: zWord(publicationStatuses),
  /** `pending`, and publishFrom will make it `active` by itself. */
  isScheduled: z.boolean(),
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
  body: zText(200_000).pipe(z.string().min(1)),
  category: zWord(columnCategories),
  tags: z
    .array(zTag)
    .max(10, { error: 'タグは10個までです。' })
    .refine((tags) => new Set(tags).size === tags.length, { error: '同じタグは1度だけ入力してください。' }),
  publishFrom: zPlannedTime.nullable(),
  status: zWord(publicationStatuses),
})
export type ColumnDraft = z.input<typeof ColumnDraft>

const one = { id: zId, version: zVersion.optional() }

export const column = {
  list: {
    method: 'GET',
    path: '/api/admin/content/column/list',
    permission: 'column.read',
    summary: 'コラムの一覧',
    input: z.strictObject(listInput(columnList)),
    output: listOf(ColumnRow),
  },
  create: {
    method: 'POST',
    path: '/api/admin/content/column/new',
    permission: 'column.write',
    summary: 'コラムを登録する',
    input: ColumnDraft,
    output: Column,
  },
  get: {
    method: 'GET',
    path: '/api/admin/content/column/:id',
    permission: 'column.read',
    summary: 'コラムの詳細',
    input: z.strictObject({ id: zId }),
    output: Column,
  },
  update: {
    method: 'PUT',
    path: '/api/admin/content/column/:id',
    permission: 'column.write',
    summary: 'コラムを更新する',
    input: ColumnDraft.partial().extend(one),
    output: Column,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/content/column/:id',
    permission: 'column.write',
    summary: 'コラムを削除する',
    input: z.strictObject(one),
    output: Empty,
  },
} as const satisfies Endpoints
