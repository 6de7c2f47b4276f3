import { customType, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import { importKinds, importOutcomes, importStates, undoOutcomes } from '#contract/words/import.ts'
import type { FactKind } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { inFile, of, words } from './exported.ts'
import { staff } from './organisation.ts'

/** The days of a kind of facts that a shop knows, before and after an import (`data_period`). */
export interface KnownDays {
  kind: FactKind
  shopId: number
  before: { firstOn: string | null; lastOn: string | null } | null
  after: { firstOn: string | null; lastOn: string | null }
}

export interface Beside {
  /** Plans, ticket types and products that the file names and nobody had. */
  plans: number[]
  tickets: number[]
  products: number[]
  /** Products whose category it has decided, with who had before; absent in earlier versions. */
  decided?: { id: number; before: number[] | null; after: number[] | null }[]
  knownDays: KnownDays[]
}

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A file of a club, from its upload to its undo (decision 0068). */
export const importFile = pgTable('import_file', {
  id: generatedId('id').primaryKey(),
  kind: text('kind', { enum: valuesOf(importKinds) }).notNull(),
  name: text('name').notNull(),
  /** In bytes. */
  size: integer('size').notNull(),
  sha256: text('sha256').notNull(),
  /** Bytes that are here, from the first on. */
  received: integer('received').notNull().default(0),
  state: text('state', { enum: valuesOf(importStates) }).notNull(),
  /** Whose rights the running step has; null: the command's. */
  stepBy: id('step_by').references(() => staff.id, { onDelete: 'set null' }),
  /** Steps that were begun: a step ends only what it has begun. */
  stepNo: integer('step_no').notNull().default(0),
  /** Rows that the running step is done with. */
  done: integer('done').notNull().default(0),
  /** Rows of the running step; null until they are known. */
  total: integer('total'),
  answers: jsonb('answers').$type<ImportAnswers>().notNull(),
  /** Of the last check. */
  result: jsonb('result').$type<ImportResult>(),
  /** What it has written beside its rows; the undo takes it back. */
  beside: jsonb('beside').$type<Beside>(),
  /** Why it ended, for staff. */
  failure: text('failure'),
  /** Null: by the command. */
  createdBy: id('created_by').references(() => staff.id, { onDelete: 'set null' }),
  /** The shops that its rows are compared with, sorted; null: every shop. */
  shopIds: integer('shop_ids').array(),
  createdAt: instant('created_at').notNull(),
  writtenAt: instant('written_at'),
  undoneAt: instant('undone_at'),
  /** File and rows are deleted then. */
  expiresAt: instant('expires_at').notNull(),
})

/** A part of a file, sealed. */
export const importPart = pgTable(
  'import_part',
  {
    importId: id('import_id')
      .notNull()
      .references(() => importFile.id, { onDelete: 'cascade' }),
    /** Its first byte. */
    start: integer('start').notNull(),
    keyId: text('key_id').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.start] })],
)

/** A row of a file that changes something or is refused; of the last check. */
export const importRow = pgTable(
  'import_row',
  {
    importId: id('import_id')
      .notNull()
      .references(() => importFile.id, { onDelete: 'cascade' }),
    /** As spreadsheets count. */
    line: integer('line').notNull(),
    /** `confirmed`: it is as another import has written it. */
    outcome: text('outcome', { enum: [...valuesOf(importOutcomes), 'confirmed'] }).notNull(),
    /** The member it changes, or has made; of a fact: whose it is. */
    memberId: id('member_id'),
    /** The row of its kind's table that it changes, or has made. */
    factId: id('fact_id'),
    /** Columns as they were, for what is changed. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    /** Columns as they become. */
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** Of a refused row: the column's name, the reason, and the cells. */
    faultColumn: text('fault_column'),
    reason: text('reason'),
    cells: text('cells').array(),
    /** Of a row that is here already: columns that the file says as they are. An undo of an earlier import leaves them. */
    confirmed: text('confirmed').array(),
    /** What of it must be unique in the chain, where the answer tells of shops that the person does not see. */
    asked: text('asked'),
    /** Of a row that is refused because somebody has that: who, for head office alone. */
    why: text('why'),
    undo: text('undo', { enum: valuesOf(undoOutcomes) }),
    /** Columns that its undo has put back, as they are since. */
    restored: jsonb('restored').$type<Record<string, unknown>>(),
    /** Columns that its undo has let go. */
    unlocked: text('unlocked').array(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    index('import_row_fact').on(t.factId),
    index('import_row_member').on(t.memberId),
  ],
)

/** How somebody's last file with these headings was read. Of a person: another's answer would decide for them. */
export const importMapping = pgTable(
  'import_mapping',
  {
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: valuesOf(importKinds) }).notNull(),
    /** SHA-256 of the sorted headings. */
    headings: text('headings').notNull(),
    answers: jsonb('answers').$type<Pick<ImportAnswers, 'columns' | 'values' | 'blanks'>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.kind, t.headings] })],
)

export const access: readonly Access[] = [
  {
    table: importFile,
    rows: 'import',
    write: anything,
    export: { not: 'a file that somebody has sent, gone after 30 days' },
  },
  {
    table: importPart,
    rows: 'import',
    write: { insert: true },
    export: { not: 'a file that somebody has sent, gone after 30 days' },
  },
  {
    table: importRow,
    rows: 'import',
    write: { delete: true },
    export: { not: 'a file that somebody has sent, gone after 30 days' },
  },
  {
    table: importMapping,
    rows: 'staff',
    export: inFile(importMapping, {
      file: 'import-answers',
      label: 'ファイルの列と値の読み替え',
      since: 3,
      mayBeHere: true,
      columns: {
        ...{ staffId: of('staff', 'スタッフの番号'), kind: words('種類', importKinds), headings: '見出しの指紋' },
        answers: '回答',
      },
    }),
  },
]
