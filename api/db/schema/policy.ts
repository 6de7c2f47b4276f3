import { sql } from 'drizzle-orm'
import { boolean, date, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { policyFields } from '#contract/words/fields/policy.ts'
import { policyTypes } from '#contract/words/policy.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { authored } from './authored.ts'
import { generatedId, instant } from './columns.ts'
import { authoredColumns, inFile, labelled, number } from './exported.ts'

/** A version of a text that members agree to. Its state today follows from its days: `stateNow`. */
export const policy = pgTable(
  'policy',
  {
    id: generatedId('id').primaryKey(),
    type: text('type', { enum: valuesOf(policyTypes) }).notNull(),
    edition: text('edition').notNull(),
    title: text('title').notNull(),
    /** Markdown. */
    body: text('body').notNull(),
    /** The body as sanitised HTML, as shown when members agreed. */
    html: text('html').notNull(),
    effectiveFrom: date('effective_from', { mode: 'string' }).notNull(),
    noticeFrom: date('notice_from', { mode: 'string' }),
    requiresReconsent: boolean('requires_reconsent').notNull(),
    changeSummary: text('change_summary'),
    /** From then on it is immutable: api/db/sql/140-policies.sql. */
    activatedAt: instant('activated_at'),
    /** Reported by the members' app. */
    agreedCount: integer('agreed_count').notNull().default(0),
    ...authored(),
  },
  (t) => [
    unique('policy_edition').on(t.type, t.edition),
    uniqueIndex('policy_one_a_day').on(t.type, t.effectiveFrom).where(sql`${t.activatedAt} is not null`),
  ],
)

export const access: readonly Access[] = [
  {
    table: policy,
    rows: 'chain',
    write: {
      insert: true,
      delete: true,
      // The number of consents comes from the members' app.
      update: [
        policy.edition,
        policy.title,
        policy.body,
        policy.html,
        policy.effectiveFrom,
        policy.noticeFrom,
        policy.requiresReconsent,
        policy.changeSummary,
        policy.activatedAt,
        policy.updatedBy,
        policy.updatedAt,
        policy.version,
      ],
    },
    export: inFile(policy, {
      file: 'policies',
      label: '規約',
      fields: policyFields,
      columns: {
        ...number,
        type: { words: policyTypes },
        edition: { heading: '版名', because: '版 is the version of the row' },
        ...labelled('title', 'body'),
        html: { heading: '同意したときの表示', is: 'policy' },
        ...labelled('effectiveFrom', 'noticeFrom', 'requiresReconsent'),
        changeSummary: { formerly: ['変更の概要'] },
        ...labelled('activatedAt', 'agreedCount'),
        ...authoredColumns,
      },
    }),
  },
]
