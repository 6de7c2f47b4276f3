import { integer } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'
import { staff } from './organisation.ts'

/** Columns of a table that staff write: who created and last changed a row, when, and its version. */
export const authored = () => ({
  createdBy: id('created_by').references(() => staff.id, { onDelete: 'set null' }),
  updatedBy: id('updated_by').references(() => staff.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  version: integer('version').notNull().default(1),
})
