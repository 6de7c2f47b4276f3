import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { Access } from './access.ts'
import { instant } from './columns.ts'

/** A step of a job that a process works on, or ended with. */
export const stepAttempt = pgTable('step_attempt', {
  step: text('step').primaryKey(),
  process: text('process').notNull(),
  /** Processes that ended during it without a request to stop. */
  ends: smallint('ends').notNull().default(0),
  beganAt: instant('began_at').notNull(),
})

export const access: readonly Access[] = [
  { table: stepAttempt, rows: 'none', read: false, export: { not: 'of the processes that work on jobs' } },
]
