import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { columnCategories } from '#contract/words/column.ts'
import { columnFields } from '#contract/words/fields/column.ts'
import { moods } from '#contract/words/mood.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId, id, instant, publication } from './columns.ts'
import { authoredColumns, inFile, labelled, madeOfTexts, number, of, publicationColumns, without } from './exported.ts'
import { staff } from './organisation.ts'

/** An article for members. The table has another name, because `column` is an SQL keyword. */
export const contentColumn = pgTable(
  'content_column',
  {
    id: generatedId('id').primaryKey(),
    title: text('title').notNull(),
    lead: text('lead'),
    /** Sanitised HTML. */
    body: text('body').notNull(),
    /** Title, lead, tags and body without markup, folded, for the search. */
    searchText: text('search_text').notNull(),
    /** Characters of the body without markup. */
    textLength: integer('text_length').notNull().default(0),
    imgUrl: text('img_url'),
    category: text('category', { enum: valuesOf(columnCategories) }).notNull(),
    tags: text('tags').array().notNull(),
    authorName: text('author_name'),
    supervisorName: text('supervisor_name'),
    targetMoods: text('target_moods', { enum: valuesOf(moods) })
      .array()
      .notNull()
      .default(sql`'{}'`),
    relatedIds: integer('related_ids').array().notNull().default(sql`'{}'`),
    /** Display order, ascending. */
    sortOrder: integer('sort_order').notNull().default(0),
    /** Reported by the members' app. */
    viewCount: integer('view_count').notNull().default(0),
    likeCount: integer('like_count').notNull().default(0),
    ...publication(),
    publishTo: instant('publish_to'),
    ...authored(),
  },
  (t) => [
    index('content_column_updated').on(t.updatedAt),
    check('content_column_ends_after_start', sql`${t.publishTo} > ${t.publishFrom}`),
  ],
)

/** The text of a column after each change; the last one is the current text. */
export const columnText = pgTable(
  'column_text',
  {
    columnId: id('column_id')
      .notNull()
      .references(() => contentColumn.id, { onDelete: 'cascade' }),
    /** The column's version with this text. */
    version: integer('version').notNull(),
    title: text('title').notNull(),
    lead: text('lead'),
    body: text('body').notNull(),
    savedAt: instant('saved_at').notNull(),
    savedBy: id('saved_by').references(() => staff.id, { onDelete: 'set null' }),
  },
  (t) => [primaryKey({ columns: [t.columnId, t.version] })],
)

export const access: readonly Access[] = [
  {
    table: contentColumn,
    rows: 'chain',
    write: anything,
    export: inFile(contentColumn, {
      file: 'columns',
      label: 'コラム',
      fields: columnFields,
      columns: {
        ...number,
        ...labelled('title'),
        lead: { formerly: ['リード'] },
        body: { is: 'article' },
        imgUrl: { is: 'picture', formerly: ['画像'] },
        category: { words: columnCategories, formerly: ['種類'] },
        ...labelled('tags', 'authorName', 'supervisorName'),
        targetMoods: { formerly: ['対象の気分'] },
        relatedIds: '関連コラムの番号',
        ...labelled('sortOrder', 'viewCount', 'likeCount'),
        ...publicationColumns,
        ...labelled('publishTo'),
        ...authoredColumns,
        ...without(madeOfTexts, 'searchText', 'textLength'),
      },
    }),
  },
  {
    table: columnText,
    rows: 'chain',
    write: { insert: true },
    export: inFile(columnText, {
      file: 'column-texts',
      label: 'コラムの過去の文章',
      fields: columnFields,
      columns: {
        columnId: 'コラムの番号',
        version: '版',
        ...labelled('title'),
        lead: { formerly: ['リード'] },
        body: { is: 'article' },
        savedAt: '保存日時',
        savedBy: of('staff', '保存者の番号'),
      },
    }),
  },
]
