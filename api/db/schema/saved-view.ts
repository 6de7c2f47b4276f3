import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { viewedLists, viewedReports, viewedScreens } from '#contract/words/saved-view.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId } from './columns.ts'
import { authoredColumns, inFile, number, targetColumns, words } from './exported.ts'

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

const lists = sql.raw(
  valuesOf(viewedLists)
    .map((list) => `'${list}'`)
    .join(', '),
)
const columns = {
  ...{ screen: words('一覧', viewedLists), name: '名前', search: '条件', columns: '列' },
  ...{ ...targetColumns, ...authoredColumns },
}

export const access: readonly Access[] = [
  {
    table: savedView,
    rows: 'targets',
    write: anything,
    // Two files, as in exports of older releases. There both were numbered from 1, so views of reports get new numbers.
    export: [
      inFile(savedView, {
        file: 'segments',
        label: '共有の条件',
        where: sql`t.screen in (${lists})`,
        columns: { ...number, ...columns },
      }),
      inFile(savedView, {
        file: 'report-views',
        label: '共有の表示',
        where: sql`t.screen not in (${lists})`,
        columns: {
          ...{ ...columns, id: { heading: '番号', isOnlyShown: true } },
          ...{ screen: words('集計', viewedReports), search: '表示の内容', columns: { not: 'of lists' } },
        },
      }),
    ],
  },
]
