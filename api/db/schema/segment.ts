import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { sharedLists } from '#contract/words/segment.ts'
import { valuesOf } from '#contract/words/words.ts'
import { authored } from './authored.ts'
import { generatedId } from './columns.ts'

/** A list's conditions and columns under a name, shared with shops. */
export const segment = pgTable(
  'segment',
  {
    id: generatedId('id').primaryKey(),
    /** Whose rows: the list's name, as `members`. */
    list: text('list', { enum: valuesOf(sharedLists) }).notNull(),
    name: text('name').notNull(),
    /** As in the URL, without page, keyword and shop. */
    search: jsonb('search').$type<Record<string, string>>().notNull(),
    columns: jsonb('columns').$type<Record<string, boolean>>().notNull(),
    targetScope: text('target_scope', { enum: ['all', 'shops'] }).notNull(),
    /** Sorted; empty when every shop is meant. */
    targetShopIds: integer('target_shop_ids').array().notNull(),
    ...authored(),
  },
  (t) => [check('segment_targets', sql`(${t.targetScope} = 'all') = (cardinality(${t.targetShopIds}) = 0)`)],
)
