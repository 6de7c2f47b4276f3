import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { publicationStatuses } from '#contract/words/common.ts'
import { templateFields } from '#contract/words/fields/mail-template.ts'
import { mailCategories } from '#contract/words/mail.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId, instant } from './columns.ts'
import {
  authoredColumns,
  inFile,
  labelled,
  letterColumns,
  madeOfTexts,
  number,
  targetColumns,
  without,
} from './exported.ts'

/** A mail text with its variables unfilled. */
export const mailContent = () => ({
  category: text('category', { enum: valuesOf(mailCategories) }).notNull(),
  subject: text('subject').notNull(),
  /** Sanitised HTML. */
  body: text('body').notNull(),
  /** Null: that of 会社情報. */
  fromName: text('from_name'),
  replyTo: text('reply_to'),
  footer: text('footer'),
  /** Whether opens and link clicks are tracked. */
  isTracked: boolean('is_tracked').notNull().default(false),
})

/** The shops that it is for. */
export const mailTargets = () => ({
  targetScope: text('target_scope', { enum: ['all', 'shops'] }).notNull(),
  /** Sorted; empty: every shop. */
  targetShopIds: integer('target_shop_ids').array().notNull(),
})

export const mailTemplate = pgTable(
  'mail_template',
  {
    id: generatedId('id').primaryKey(),
    name: text('name').notNull(),
    ...mailContent(),
    /** One shop's, or 共通. */
    ...mailTargets(),
    status: text('status', { enum: valuesOf(publicationStatuses) }).notNull(),
    lastUsedAt: instant('last_used_at'),
    useCount: integer('use_count').notNull().default(0),
    /** Name, subject and text of the body, folded, for the search. */
    searchText: text('search_text').notNull(),
    ...authored(),
  },
  (t) => [
    check(
      'mail_template_targets',
      sql`cardinality(${t.targetShopIds}) = case when ${t.targetScope} = 'all' then 0 else 1 end`,
    ),
  ],
)

export const access: readonly Access[] = [
  {
    table: mailTemplate,
    rows: 'targets',
    write: anything,
    export: inFile(mailTemplate, {
      file: 'mail-templates',
      label: 'メールテンプレート',
      fields: templateFields,
      columns: {
        ...number,
        ...labelled('name'),
        ...letterColumns,
        ...targetColumns,
        status: { words: publicationStatuses },
        lastUsedAt: { formerly: ['最終使用日時'] },
        useCount: { formerly: ['使用回数'] },
        ...authoredColumns,
        ...without(madeOfTexts, 'searchText'),
      },
    }),
  },
]
