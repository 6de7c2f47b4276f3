import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { viewedReports } from '#contract/words/report-view.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId } from './columns.ts'
import { authoredColumns, inFile, number, targetColumns, words } from './exported.ts'

/** A report's period, groupings and thresholds, saved under a name and shared with shops. */
export const reportView = pgTable(
  'report_view',
  {
    id: generatedId('id').primaryKey(),
    report: text('report', { enum: valuesOf(viewedReports) }).notNull(),
    name: text('name').notNull(),
    /** URL parameters, without page and the header's shop. */
    search: jsonb('search').$type<Record<string, string>>().notNull(),
    targetScope: text('target_scope', { enum: ['all', 'shops'] }).notNull(),
    /** Sorted; empty: every shop. */
    targetShopIds: integer('target_shop_ids').array().notNull(),
    ...authored(),
  },
  (t) => [check('report_view_targets', sql`(${t.targetScope} = 'all') = (cardinality(${t.targetShopIds}) = 0)`)],
)

export const access: readonly Access[] = [
  {
    table: reportView,
    rows: 'targets',
    write: anything,
    export: inFile(reportView, {
      file: 'report-views',
      label: '共有の表示',
      columns: {
        ...{ ...number, report: words('集計', viewedReports), name: '名前', search: '表示の内容' },
        ...{ ...targetColumns, ...authoredColumns },
      },
    }),
  },
]
