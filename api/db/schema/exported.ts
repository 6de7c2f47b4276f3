import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { publicationStatuses } from '#contract/words/common.ts'
import { publicationFields } from '#contract/words/fields/publication.ts'
import { mailCategories } from '#contract/words/mail.ts'
import type { Words } from '#contract/words/words.ts'

// What the export (api/export/) has of a table, declared beside its access. A table without it, and a column without a
// heading or a reason, do not compile.

/** Whose numbers a column has: they are others in the product that the export is imported into. */
export type Numbered = 'staff' | 'user' | 'member'

export interface ExportedColumn {
  /** In Japanese. Omitted: the noun's label of the field. */
  heading?: string
  /** Headings of earlier releases, which are still read. */
  formerly?: readonly string[]
  /** Why the heading is not the noun's label of the field. */
  because?: string
  /** The values' labels. */
  words?: Words
  of?: Numbered
  /** What the text must be besides a text. */
  is?: 'message' | 'article' | 'policy' | 'address' | 'picture'
  /** Exported and not restored. */
  isOnlyShown?: true
  /** Of a column that files of earlier releases do not have: its cell in their rows. */
  without?: string
  /** Of JSON: whether the product could have stored it. */
  holds?: (value: unknown) => boolean
}

/** Why a table or a column is in no file. */
export interface NotExported {
  not: string
}

export interface ExportedTable {
  table: PgTable
  /** The name of its file. */
  file: string
  label: string
  /** The noun's labels of its fields (contract/words/fields/). */
  fields?: Readonly<Record<string, string>>
  /** By the schema's names of columns. */
  columns: Readonly<Record<string, string | ExportedColumn | NotExported>>
  /** More columns for readers, which are not restored. */
  shown?: Readonly<Record<string, SQL>>
  /** The rows that are exported. Omitted: all. */
  where?: SQL
  /** Health data, sealed as they lie: exported only on request. */
  isHealth?: true
  /** The product has this row from its beginning. */
  isOneRow?: true
  /** Columns that are counted, and may not be null until then. */
  zeros?: readonly string[]
  /** Values of columns until somebody fills them. */
  until?: Readonly<Record<string, string>>
  /** What a product has before it has any members: rows that are here stay. */
  mayBeHere?: true
  /** The first version of the format that has it; absent: all that are read. */
  since?: number
}

/** A table's file, with a heading or a reason for each of its columns. */
export const inFile = <T extends PgTable>(
  table: T,
  file: Omit<ExportedTable, 'table' | 'columns'> & {
    columns: Record<keyof T['_']['columns'] & string, string | ExportedColumn | NotExported>
  },
): ExportedTable => ({ ...file, table })

/** Columns under the noun's labels. */
export const labelled = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, ExportedColumn>

/** Columns that are in no file. */
export const without = <Name extends string>(not: string, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, { not }])) as Record<Name, NotExported>

export const words = (heading: string, words: Words): ExportedColumn => ({ heading, words })
export const of = (of: Numbered, heading: string): ExportedColumn => ({ heading, of })

export const number = { id: '番号' }
export const shopNumber = { shopId: '店舗の番号' }
export const memberNumber = { memberId: of('member', '会員の番号') }
export const changedColumns = { updatedBy: of('staff', '更新者の番号'), updatedAt: '更新日時', version: '版' }
export const authoredColumns = { createdBy: of('staff', '登録者の番号'), createdAt: '登録日時', ...changedColumns }
export const publicationColumns = {
  status: words(publicationFields.status, publicationStatuses),
  publishFrom: publicationFields.publishFrom,
}
export const targetColumns = {
  targetScope: words('対象', { all: '全店舗', shops: '店舗を指定' }),
  targetShopIds: '対象店舗の番号',
}
export const letterColumns = {
  ...labelled('subject', 'fromName', 'replyTo'),
  category: { words: mailCategories, formerly: ['種類'] },
  body: { is: 'message' },
  footer: { formerly: ['フッター'] },
  isTracked: { formerly: ['開封の計測'] },
} as const satisfies Record<string, ExportedColumn>

export const countedAnew = 'counted anew from the facts'
export const madeOfTexts = 'made anew from the texts'
export const proof = 'proves who somebody is, or lets them in'
export const ofConnection = 'of the connection, which an export has not'
