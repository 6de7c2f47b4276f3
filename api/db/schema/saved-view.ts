import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { viewedScreens } from '#contract/words/saved-view.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId } from './columns.ts'

/** What a list or a report shows, saved under a name and shared with shops. */
export const savedView = pgTable(
  'saved_view',
  {
    id: generatedId('id').primaryKey(),
    screen: text('screen', { enum: valuesOf(viewedScreens) }).notNull(),
    name: text('name').notNull(),
    /** URL parameters, without page, keyword and the header's shop. */
    search: jsonb('search').$type<Record<string, string>>().notNull(),
    /** Of a list. */
    columns: jsonb('columns').$type<Record<string, boolean>>().notNull().default({}),
    targetScope: text('target_scope', { enum: ['all', 'shops'] }).notNull(),
    /** Sorted; empty: every shop. */
    targetShopIds: integer('target_shop_ids').array().notNull(),
    ...authored(),
  },
  (t) => [check('saved_view_targets', sql`(${t.targetScope} = 'all') = (cardinality(${t.targetShopIds}) = 0)`)],
)

export const access: readonly Access[] = [{ table: savedView, rows: 'targets', write: anything }]
