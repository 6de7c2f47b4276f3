import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { sharedLists } from '#contract/words/segment.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId } from './columns.ts'
import { authoredColumns, inFile, number, targetColumns, words } from './exported.ts'

/** A list's conditions and columns, saved under a name and shared with shops. */
export const segment = pgTable(
  'segment',
  {
    id: generatedId('id').primaryKey(),
    /** The list's name, such as `members`. */
    list: text('list', { enum: valuesOf(sharedLists) }).notNull(),
    name: text('name').notNull(),
    /** URL parameters, without page, keyword and shop. */
    search: jsonb('search').$type<Record<string, string>>().notNull(),
    columns: jsonb('columns').$type<Record<string, boolean>>().notNull(),
    targetScope: text('target_scope', { enum: ['all', 'shops'] }).notNull(),
    /** Sorted; empty: every shop. */
    targetShopIds: integer('target_shop_ids').array().notNull(),
    ...authored(),
  },
  (t) => [check('segment_targets', sql`(${t.targetScope} = 'all') = (cardinality(${t.targetShopIds}) = 0)`)],
)

export const access: readonly Access[] = [
  {
    table: segment,
    rows: 'targets',
    write: anything,
    export: inFile(segment, {
      file: 'segments',
      label: '共有の絞り込み',
      columns: {
        ...{
          ...number,
          list: words('一覧', sharedLists),
          name: '名前',
          search: '条件',
          columns: '列',
          ...targetColumns,
          ...authoredColumns,
        },
      },
    }),
  },
]
