import { date, pgTable, text } from 'drizzle-orm/pg-core'
import { joinedDayAnswers } from '#contract/words/data-health.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { id, instant } from './columns.ts'
import { inFile, of, words } from './exported.ts'
import { staff } from './organisation.ts'

/**
 * Days that many members have as 入会日, such as that of a migration, and which day holds instead (decision 0070).
 * `member.joined_on` keeps what came; `member_list.joined_on` is the day that holds.
 */
export const joinedDay = pgTable('joined_day', {
  /** As it came. */
  day: date('day', { mode: 'string' }).primaryKey(),
  answer: text('answer', { enum: valuesOf(joinedDayAnswers) }).notNull(),
  answeredBy: id('answered_by').references(() => staff.id, { onDelete: 'set null' }),
  answeredAt: instant('answered_at').notNull(),
})

export const access: readonly Access[] = [
  {
    table: joinedDay,
    rows: 'chain',
    write: anything,
    export: inFile(joinedDay, {
      file: 'joined-days',
      label: '集中している入会日への回答',
      columns: {
        ...{ day: '入会日', answer: words('回答', joinedDayAnswers) },
        ...{ answeredBy: of('staff', '回答者の番号'), answeredAt: '回答日時' },
      },
    }),
  },
]
