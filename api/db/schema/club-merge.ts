import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Compared, MergeGroup, MergeSample } from '#contract/club-merge.ts'
import { mergeGroupLabels, mergeStates } from '#contract/words/club-merge.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { ofConnection } from './exported.ts'
import { staff } from './organisation.ts'

/** What was here before the club system's rows were written, beside the rows themselves. */
export interface BeforeMerge {
  /** The highest id of each table: rows above are of later writers. */
  highest: Record<string, number>
  dataState: Record<string, unknown> | null
  dataPeriods: Record<string, unknown>[]
}

/**
 * Imported data and a club system meet (decision 0106): a row for each brand whose first run found data of files. While it
 * is not merged, runs keep rows and write none of those that count. Doubles that データ健康診断 merges later are rows of their
 * own, under a key that is no brand's (decision 0107).
 */
export const clubMerge = pgTable('club_merge', {
  brandCode: text('brand_code').primaryKey(),
  state: text('state', { enum: valuesOf(mergeStates) }).notNull(),
  sample: jsonb('sample').$type<MergeSample>(),
  compared: jsonb('compared').$type<Compared[]>().notNull().default([]),
  groups: jsonb('groups').$type<Omit<MergeGroup, 'answer'>[]>().notNull().default([]),
  answers: jsonb('answers').$type<Record<string, string>>().notNull().default({}),
  /** Imports that are taken back. */
  imports: integer('imports').array(),
  decidedBy: id('decided_by').references(() => staff.id, { onDelete: 'set null' }),
  decidedAt: instant('decided_at'),
  mergedAt: instant('merged_at'),
  before: jsonb('before').$type<BeforeMerge>(),
  /** Why the last step was not done, for staff. */
  sentence: text('sentence'),
})

/** A row of ours that a group asks about, with the club system's where it has one. */
export const mergePair = pgTable(
  'merge_pair',
  {
    id: generatedId('id').primaryKey(),
    brandCode: text('brand_code').notNull(),
    key: text('key', { enum: valuesOf(mergeGroupLabels) }).notNull(),
    ourId: integer('our_id').notNull(),
    memberId: integer('member_id'),
    theirId: text('their_id'),
    /** As staff read it. */
    here: text('here').notNull(),
    there: text('there'),
    yen: integer('yen'),
    /** Of two contracts: the day on which the club system's begins. */
    theirDay: text('their_day'),
  },
  (t) => [index('merge_pair_group').on(t.brandCode, t.key, t.id)],
)

/** A row as it was before the club system's were written, kept by a trigger for 30 days. */
export const mergeRow = pgTable(
  'merge_row',
  {
    brandCode: text('brand_code').notNull(),
    table: text('table_name').notNull(),
    rowId: integer('row_id').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.brandCode, t.table, t.rowId] })],
)

export const access: readonly Access[] = [
  { table: clubMerge, rows: 'headOffice', write: anything, export: { not: ofConnection } },
  {
    table: mergePair,
    rows: 'headOffice',
    write: { insert: true },
    export: { not: 'what was here before a merge, for 30 days' },
  },
  { table: mergeRow, rows: 'none', export: { not: 'what was here before a merge, for 30 days' } },
]
