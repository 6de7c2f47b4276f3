import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { consentBases, exclusionReasons, mailStatuses, recipientStatuses } from '#contract/words/mail.ts'
import { valuesOf } from '#contract/words/words.ts'
import { generatedId, id, instant } from './columns.ts'
import { member } from './facts.ts'
import { mailStep, mailStepEnrolment } from './mail-step.ts'
import { mailContent, mailTargets, mailTemplate } from './mail-template.ts'
import { shop, staff } from './organisation.ts'

/** A mail as it was confirmed, to one or many: what stands in the log. */
export const mail = pgTable(
  'mail',
  {
    id: generatedId('id').primaryKey(),
    ...mailContent(),
    /** The shops of those who get it. */
    ...mailTargets(),
    templateId: id('template_id').references(() => mailTemplate.id, { onDelete: 'set null' }),
    /** The scenario that sent it; null: somebody did, or it is deleted. */
    stepId: id('step_id').references(() => mailStep.id, { onDelete: 'set null' }),
    /** Whom it was for, in words. */
    segmentText: text('segment_text').notNull(),
    consentBasis: text('consent_basis', { enum: valuesOf(consentBases) }).notNull(),
    sleepingReason: text('sleeping_reason'),
    senderStaffId: id('sender_staff_id').references(() => staff.id, { onDelete: 'set null' }),
    requestedAt: instant('requested_at').notNull(),
    sendAt: instant('send_at').notNull(),
    /** When nobody was left to be written to. */
    finishedAt: instant('finished_at'),
    cancelledAt: instant('cancelled_at'),
    cancelledBy: id('cancelled_by').references(() => staff.id, { onDelete: 'set null' }),
    /** As counted when somebody's state last changed; `scheduled` becomes `sending` with the first who got it. */
    status: text('status', { enum: valuesOf(mailStatuses) }).notNull(),
    total: integer('total').notNull(),
    delivered: integer('delivered').notNull().default(0),
    bounced: integer('bounced').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    cancelled: integer('cancelled').notNull().default(0),
    unsubscribed: integer('unsubscribed').notNull().default(0),
    opened: integer('opened').notNull().default(0),
    clicked: integer('clicked').notNull().default(0),
    excluded: integer('excluded').notNull(),
    searchText: text('search_text').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('mail_send_at').on(t.sendAt), index('mail_template_used').on(t.templateId)],
)

/** One member who was chosen for a mail, whether they get it or not. */
export const mailRecipient = pgTable(
  'mail_recipient',
  {
    id: generatedId('id').primaryKey(),
    mailId: id('mail_id')
      .notNull()
      .references(() => mail.id, { onDelete: 'cascade' }),
    memberId: id('member_id')
      .notNull()
      .references(() => member.id),
    /** The member's shop when it was confirmed. */
    shopId: id('shop_id')
      .notNull()
      .references(() => shop.id),
    /** As it was written to; null where there was none. */
    email: text('email'),
    status: text('status', { enum: valuesOf(recipientStatuses) }).notNull(),
    reason: text('reason', { enum: valuesOf(exclusionReasons) }),
    attempts: smallint('attempts').notNull().default(0),
    /** What the mail server said last. */
    error: text('error'),
    /** When the state last changed. */
    at: instant('at'),
    /** What the address of 配信停止 holds; of no use but for that. */
    token: text('token'),
    unsubscribedAt: instant('unsubscribed_at'),
    /** For the first time. */
    openedAt: instant('opened_at'),
    clickedAt: instant('clicked_at'),
  },
  (t) => [
    uniqueIndex('mail_recipient_once').on(t.mailId, t.memberId),
    index('mail_recipient_member').on(t.memberId),
    index('mail_recipient_month').on(t.shopId, t.at).where(sql`status = 'delivered'`),
    uniqueIndex('mail_recipient_token').on(t.token),
  ],
)

/** Members who have ended 広告宣伝 and フォロー by the link in a mail; stronger than what the club system says. */
export const mailOptOut = pgTable('mail_opt_out', {
  memberId: id('member_id')
    .primaryKey()
    .references(() => member.id),
  at: instant('at').notNull(),
})

/** Addresses that no mail reaches, in lower case. */
export const mailBounce = pgTable('mail_bounce', {
  email: text('email').primaryKey(),
  at: instant('at').notNull(),
  /** What the mail server or the provider said. */
  detail: text('detail').notNull(),
  isComplaint: boolean('is_complaint').notNull().default(false),
})

/** A mail that a step sent to a member: what the caps of all scenarios count, so it stays when a scenario is deleted. */
export const mailStepSent = pgTable(
  'mail_step_sent',
  {
    memberId: id('member_id')
      .notNull()
      .references(() => member.id),
    /** The day in Tokyo; one mail a day. */
    sentOn: date('sent_on', { mode: 'string' }).notNull(),
    enrolmentId: id('enrolment_id').references(() => mailStepEnrolment.id, { onDelete: 'set null' }),
    mailId: id('mail_id')
      .notNull()
      .references(() => mail.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.sentOn] }), index('mail_step_sent_enrolment').on(t.enrolmentId)],
)
