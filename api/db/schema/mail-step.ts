import { sql } from 'drizzle-orm'
import { date, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MailMemberFilter } from '#contract/mail.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { mailStepFields } from '#contract/words/fields/mail-step.ts'
import { stepExits, stepStops, stepTriggers } from '#contract/words/mail-step.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { authored } from './authored.ts'
import { generatedId, id, instant } from './columns.ts'
import { authoredColumns, inFile, madeOfTexts, memberNumber, number, without, words } from './exported.ts'
import { member } from './facts.ts'
import { mailTemplate } from './mail-template.ts'

const day = (name: string) => date(name, { mode: 'string' })

/** A scenario: a series of mails to a member after a trigger. */
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
  /** When it last became public: triggers before this day start nothing. */
  activatedAt: instant('activated_at'),
  /** The last day whose triggers were processed. */
  lookedTo: day('looked_to'),
  /** Name, folded, for the search. */
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
    /** Days after the start; unique within a scenario. */
    delayDays: smallint('delay_days').notNull(),
    /** HH:mm in Tokyo. */
    sendTime: text('send_time').notNull(),
    /** A template in use by a scenario cannot be deleted. */
    templateId: id('template_id')
      .notNull()
      .references(() => mailTemplate.id),
  },
  (t) => [primaryKey({ columns: [t.stepId, t.delayDays] }), index('mail_step_item_template').on(t.templateId)],
)

/** One member in a scenario. */
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
    /** The day of the trigger. */
    anchorOn: day('anchor_on').notNull(),
    /** The day that the delays count from. */
    startOn: day('start_on').notNull(),
    enrolledAt: instant('enrolled_at').notNull(),
    /** The delay of the last finished step; -1: none. */
    doneDays: smallint('done_days').notNull().default(-1),
    /** Delay and due time of the next step; null when all are done. */
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

export const access: readonly Access[] = [
  {
    table: mailStep,
    rows: 'chain',
    write: anything,
    export: inFile(mailStep, {
      file: 'mail-steps',
      label: 'ステップメール',
      fields: mailStepFields,
      columns: {
        ...number,
        name: { formerly: ['名前'] },
        triggerType: words('きっかけ', stepTriggers),
        triggerDays: '日数',
        entryFilter: { formerly: ['対象の条件'] },
        stopOn: { formerly: ['終了の条件'] },
        status: { words: publicationStatuses },
        activatedAt: '有効にした日時',
        lookedTo: '処理済みの日',
        ...authoredColumns,
        ...without(madeOfTexts, 'searchText'),
      },
    }),
  },
  {
    table: mailStepItem,
    rows: 'chain',
    write: anything,
    export: inFile(mailStepItem, {
      file: 'mail-step-items',
      label: 'ステップメールの各メール',
      columns: {
        ...{
          stepId: 'ステップメールの番号',
          delayDays: '日数',
          sendTime: '送信時刻',
          templateId: 'テンプレートの番号',
        },
      },
    }),
  },
  {
    table: mailStepEnrolment,
    rows: 'member',
    write: { insert: true, update: true },
    export: inFile(mailStepEnrolment, {
      file: 'mail-step-members',
      label: 'ステップメールの対象会員',
      columns: {
        ...{ ...number, stepId: 'ステップメールの番号', ...memberNumber, anchorOn: 'きっかけの日', startOn: '起算日' },
        ...{ enrolledAt: '追加日時', doneDays: '済んだ日数', nextDays: '次の日数', nextAt: '次の送信日時' },
        ...{ endedAt: '終了日時', exit: words('終了の理由', stepExits) },
      },
    }),
  },
]
