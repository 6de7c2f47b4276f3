import { sql } from 'drizzle-orm'
import { date, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MailMemberFilter } from '#contract/mail.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { stepExits, stepStops, stepTriggers } from '#contract/words/mail-step.ts'
import { valuesOf } from '#contract/words/words.ts'
import { authored } from './authored.ts'
import { generatedId, id, instant } from './columns.ts'
import { member } from './facts.ts'
import { mailTemplate } from './mail-template.ts'

const day = (name: string) => date(name, { mode: 'string' })

/** A scenario: mails that a member gets one after the other, once something has happened. */
export const mailStep = pgTable('mail_step', {
  id: generatedId('id').primaryKey(),
  name: text('name').notNull(),
  triggerType: text('trigger_type', { enum: valuesOf(stepTriggers) }).notNull(),
  triggerDays: smallint('trigger_days').notNull(),
  /** Conditions of the members' list. */
  entryFilter: jsonb('entry_filter').$type<MailMemberFilter>().notNull(),
  stopOn: text('stop_on', { enum: valuesOf(stepStops) })
    .array()
    .notNull(),
  status: text('status', { enum: valuesOf(publicationStatuses) }).notNull(),
  /** When it last became public: what happened before this day begins it for nobody. */
  activatedAt: instant('activated_at'),
  /** The last day whose happenings were looked at. */
  lookedTo: day('looked_to'),
  /** Name, folded: what a search looks through. */
  searchText: text('search_text').notNull(),
  ...authored(),
})

/** One mail of a scenario. */
export const mailStepItem = pgTable(
  'mail_step_item',
  {
    stepId: id('step_id')
      .notNull()
      .references(() => mailStep.id, { onDelete: 'cascade' }),
    /** Days after the start; no two of a scenario have the same. */
    delayDays: smallint('delay_days').notNull(),
    /** HH:mm in Tokyo. */
    sendTime: text('send_time').notNull(),
    /** A template that a scenario needs is not deleted. */
    templateId: id('template_id')
      .notNull()
      .references(() => mailTemplate.id),
  },
  (t) => [primaryKey({ columns: [t.stepId, t.delayDays] }), index('mail_step_item_template').on(t.templateId)],
)

/** One member on their way through a scenario. */
export const mailStepEnrolment = pgTable(
  'mail_step_enrolment',
  {
    id: generatedId('id').primaryKey(),
    stepId: id('step_id')
      .notNull()
      .references(() => mailStep.id, { onDelete: 'cascade' }),
    memberId: id('member_id')
      .notNull()
      .references(() => member.id),
    /** The day on which the trigger was met. */
    anchorOn: day('anchor_on').notNull(),
    /** The day that the delays count from. */
    startOn: day('start_on').notNull(),
    enrolledAt: instant('enrolled_at').notNull(),
    /** The delay of the last step that is over; -1: none is. */
    doneDays: smallint('done_days').notNull().default(-1),
    /** The delay of the next step, and when it is due; null once it is over. */
    nextDays: smallint('next_days'),
    nextAt: instant('next_at'),
    endedAt: instant('ended_at'),
    exit: text('exit', { enum: valuesOf(stepExits) }),
  },
  (t) => [
    uniqueIndex('mail_step_enrolment_once').on(t.stepId, t.memberId, t.anchorOn),
    uniqueIndex('mail_step_enrolment_running').on(t.stepId, t.memberId).where(sql`ended_at is null`),
    index('mail_step_enrolment_due').on(t.stepId, t.nextAt).where(sql`ended_at is null`),
    index('mail_step_enrolment_member').on(t.memberId),
  ],
)
