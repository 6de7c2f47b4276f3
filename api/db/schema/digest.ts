import { date, pgTable, text } from 'drizzle-orm/pg-core'
import { digestRhythms } from '#contract/words/digest.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { id } from './columns.ts'
import { staff } from './organisation.ts'

/** Who gets 月曜の一枚, and for which period they were last seen to. */
export const digestSubscription = pgTable('digest_subscription', {
  staffId: id('staff_id')
    .primaryKey()
    .references(() => staff.id, { onDelete: 'cascade' }),
  rhythm: text('rhythm', { enum: valuesOf(digestRhythms) }).notNull(),
  /** In the letter's link that ends it; it does nothing else. */
  stopToken: text('stop_token').notNull().unique(),
  /** First day of the last period for which a letter was written, or there was nothing to write. */
  seenTo: date('seen_to', { mode: 'string' }),
})

export const access: readonly Access[] = [
  {
    table: digestSubscription,
    rows: 'staff',
    write: anything,
    export: { not: 'each asks for it at their own installation' },
  },
]
