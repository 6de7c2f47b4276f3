import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Access } from './access.ts'
import { id } from './columns.ts'
import { staff } from './organisation.ts'

/**
 * Numbers and addresses that a person was refused because somebody has them, each once a day in Tokyo: what such answers
 * tell of other shops is limited (api/db/refused-values.ts).
 */
export const refusedValue = pgTable(
  'refused_value',
  {
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    /** SHA-256 of the value. */
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.day, t.hash] })],
)

export const access: readonly Access[] = [
  { table: refusedValue, rows: 'none', read: false, export: { not: 'counts the answers of a day' } },
]
