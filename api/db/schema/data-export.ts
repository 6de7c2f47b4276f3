import { bigint, boolean, customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { dataExportStates } from '#contract/words/data-export.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { staff } from './organisation.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Everything that is the club's, as a zip that somebody has requested: for them alone, for a day (decision 0072). */
export const dataExport = pgTable('data_export', {
  id: generatedId('id').primaryKey(),
  staffId: id('staff_id')
    .notNull()
    .unique()
    .references(() => staff.id, { onDelete: 'cascade' }),
  state: text('state', { enum: valuesOf(dataExportStates) }).notNull(),
  withHealthDays: boolean('with_health_days').notNull(),
  reason: text('reason'),
  /** Null until it is ready, as the next two. */
  rows: integer('rows'),
  size: bigint('size', { mode: 'number' }),
  parts: integer('parts'),
  /** Why it ended, for its person. */
  failure: text('failure'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** A part of the zip, sealed. */
export const dataExportPart = pgTable(
  'data_export_part',
  {
    exportId: id('export_id')
      .notNull()
      .references(() => dataExport.id, { onDelete: 'cascade' }),
    /** That of the export. */
    staffId: id('staff_id').notNull(),
    at: integer('at').notNull(),
    keyId: text('key_id').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.exportId, t.at] })],
)

export const access: readonly Access[] = [
  { table: dataExport, rows: 'staff', write: { insert: true, delete: true }, export: { not: 'an export itself' } },
  { table: dataExportPart, rows: 'staff', export: { not: 'an export itself' } },
]
