import { date, index, pgTable, text } from 'drizzle-orm/pg-core'
import { outreachFields } from '#contract/words/fields/outreach.ts'
import { outreachOutcomes } from '#contract/words/outreach.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { inFile, labelled, memberNumber, number, of } from './exported.ts'
import { member } from './facts.ts'
import { staff } from './organisation.ts'

/** 連絡: that staff called, wrote to or met a member, and what came of it. */
export const outreach = pgTable(
  'outreach',
  {
    id: generatedId('id').primaryKey(),
    memberId: id('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    /** In Asia/Tokyo. */
    contactedOn: date('contacted_on', { mode: 'string' }).notNull(),
    outcome: text('outcome', { enum: valuesOf(outreachOutcomes) }).notNull(),
    note: text('note'),
    staffId: id('staff_id').references(() => staff.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('outreach_member').on(t.memberId, t.contactedOn, t.id), index('outreach_day').on(t.contactedOn)],
)

export const access: readonly Access[] = [
  {
    table: outreach,
    rows: 'member',
    write: { insert: true, delete: true },
    export: inFile(outreach, {
      file: 'outreach',
      label: '会員への連絡',
      since: 6,
      fields: outreachFields,
      columns: {
        ...{ ...number, ...memberNumber, ...labelled('contactedOn'), outcome: { words: outreachOutcomes } },
        ...{ ...labelled('note'), staffId: of('staff', '連絡したスタッフの番号'), createdAt: '記録日時' },
      },
    }),
  },
]
