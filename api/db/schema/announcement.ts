import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { announcementCategories } from '#contract/words/announcement.ts'
import { announcementFields } from '#contract/words/fields/announcement.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId, instant, publication } from './columns.ts'
import {
  authoredColumns,
  inFile,
  labelled,
  madeOfTexts,
  number,
  publicationColumns,
  targetColumns,
  without,
} from './exported.ts'

export const announcement = pgTable(
  'announcement',
  {
    id: generatedId('id').primaryKey(),
    title: text('title').notNull(),
    /** Sanitised HTML. */
    body: text('body').notNull(),
    /** Title and body without markup, folded, for the search. */
    searchText: text('search_text').notNull(),
    category: text('category', { enum: valuesOf(announcementCategories) }).notNull(),
    imgUrl: text('img_url'),
    linkUrl: text('link_url'),
    targetScope: text('target_scope', { enum: ['all', 'shops'] }).notNull(),
    /** Sorted; empty: everybody. In the row itself, so that one policy can check all of them. */
    targetShopIds: integer('target_shop_ids').array().notNull(),
    ...publication(),
    publishTo: instant('publish_to'),
    isPinned: boolean('is_pinned').notNull(),
    ...authored(),
  },
  (t) => [
    index('announcement_updated').on(t.updatedAt),
    check('announcement_ends_after_start', sql`${t.publishTo} > ${t.publishFrom}`),
    check('announcement_targets', sql`(${t.targetScope} = 'all') = (cardinality(${t.targetShopIds}) = 0)`),
  ],
)

export const access: readonly Access[] = [
  {
    table: announcement,
    rows: 'targets',
    write: anything,
    export: inFile(announcement, {
      file: 'announcements',
      label: 'お知らせ',
      fields: announcementFields,
      columns: {
        ...number,
        ...labelled('title'),
        body: { is: 'message' },
        category: { words: announcementCategories, formerly: ['種類'] },
        imgUrl: { is: 'picture' },
        linkUrl: { is: 'address' },
        ...targetColumns,
        ...publicationColumns,
        ...labelled('publishTo'),
        isPinned: { formerly: ['上部に固定'] },
        ...authoredColumns,
        ...without(madeOfTexts, 'searchText'),
      },
    }),
  },
]
