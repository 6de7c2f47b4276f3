import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { clubEventKinds } from '#contract/words/club-event.ts'
import { clubEventFields } from '#contract/words/fields/club-event.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId } from './columns.ts'
import { authoredColumns, inFile, labelled, number, targetColumns } from './exported.ts'

/** 出来事 that staff wrote down, shown on the axes of charts. */
export const clubEvent = pgTable(
  'club_event',
  {
    id: generatedId('id').primaryKey(),
    title: text('title').notNull(),
    kind: text('kind', { enum: valuesOf(clubEventKinds) }).notNull(),
    firstOn: date('first_on', { mode: 'string' }).notNull(),
    lastOn: date('last_on', { mode: 'string' }),
    targetScope: text('target_scope', { enum: ['all', 'shops'] }).notNull(),
    /** Sorted; empty: every shop. */
    targetShopIds: integer('target_shop_ids').array().notNull(),
    ...authored(),
  },
  (t) => [
    index('club_event_first').on(t.firstOn),
    check('club_event_ends_after_start', sql`${t.lastOn} >= ${t.firstOn}`),
    check('club_event_targets', sql`(${t.targetScope} = 'all') = (cardinality(${t.targetShopIds}) = 0)`),
  ],
)

export const access: readonly Access[] = [
  {
    table: clubEvent,
    rows: 'targets',
    write: anything,
    export: inFile(clubEvent, {
      file: 'events',
      label: '出来事',
      fields: clubEventFields,
      columns: {
        ...number,
        ...labelled('title'),
        kind: { words: clubEventKinds },
        ...labelled('firstOn', 'lastOn'),
        ...targetColumns,
        ...authoredColumns,
      },
    }),
  },
]
