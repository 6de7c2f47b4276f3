import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { columnCategories } from '#contract/words/column.ts'
import { valuesOf } from '#contract/words/words.ts'
import { authored } from './authored.ts'
import { generatedId, publication } from './columns.ts'

/** An article for members; SQL keeps the plain word `column` for itself. */
export const contentColumn = pgTable(
  'content_column',
  {
    id: generatedId('id').primaryKey(),
    title: text('title').notNull(),
    lead: text('lead'),
    /** Sanitised HTML. */
    body: text('body').notNull(),
    /** Title, lead, tags and body without markup, folded: what a search looks through. */
    searchText: text('search_text').notNull(),
    category: text('category', { enum: valuesOf(columnCategories) }).notNull(),
    tags: text('tags').array().notNull(),
    ...publication(),
    ...authored(),
  },
  (t) => [index('content_column_updated').on(t.updatedAt)],
)
