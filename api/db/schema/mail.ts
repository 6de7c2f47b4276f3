import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { mailFields } from '#contract/words/fields/mail.ts'
import { consentBases, exclusionReasons, mailStatuses, recipientStatuses } from '#contract/words/mail.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import {
  inFile,
  labelled,
  letterColumns,
  madeOfTexts,
  memberNumber,
  number,
  of,
  shopNumber,
  targetColumns,
  without,
  words,
} from './exported.ts'
import { member } from './facts.ts'
import { mailStep, mailStepEnrolment } from './mail-step.ts'
import { mailContent, mailTargets, mailTemplate } from './mail-template.ts'
import { shop, staff } from './organisation.ts'

/** A mail as confirmed, to one or many: the entry of the mail log. */
export const mail = pgTable(
  'mail',
  {
    id: generatedId('id').primaryKey(),
    ...mailContent(),
    /** The shops of the recipients. */
    ...mailTargets(),
    templateId: id('template_id').references(() => mailTemplate.id, { onDelete: 'set null' }),
    /** The scenario that sent it; null: a staff member did, or the scenario was deleted. */
    stepId: id('step_id').references(() => mailStep.id, { onDelete: 'set null' }),
    /** A description of the recipients. */
    segmentText: text('segment_text').notNull(),
    consentBasis: text('consent_basis', { enum: valuesOf(consentBases) }).notNull(),
    sleepingReason: text('sleeping_reason'),
    senderStaffId: id('sender_staff_id').references(() => staff.id, { onDelete: 'set null' }),
    requestedAt: instant('requested_at').notNull(),
    sendAt: instant('send_at').notNull(),
    /** When the last letter was done. */
    finishedAt: instant('finished_at'),
    cancelledAt: instant('cancelled_at'),
    cancelledBy: id('cancelled_by').references(() => staff.id, { onDelete: 'set null' }),
    /** Counted at the last change of a letter's state; `scheduled` becomes `sending` with the first letter. */
    status: text('status', { enum: valuesOf(mailStatuses) }).notNull(),
    /** Letters that the mail server refused in a row with the same answer, and that answer without addresses. */
    refusedInRow: smallint('refused_in_row').notNull().default(0),
    refusedAnswer: text('refused_answer'),
    /** When these were too many, so that the rest was not sent; with the server's reply. */
    stoppedAt: instant('stopped_at'),
    stopDetail: text('stop_detail'),
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

/** A member chosen for a mail, sent or excluded. */
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
    /** The member's shop at confirmation. */
    shopId: id('shop_id')
      .notNull()
      .references(() => shop.id),
    /** The address used; null: none. */
    email: text('email'),
    status: text('status', { enum: valuesOf(recipientStatuses) }).notNull(),
    reason: text('reason', { enum: valuesOf(exclusionReasons) }),
    attempts: smallint('attempts').notNull().default(0),
    /** The last answer of the mail server. */
    error: text('error'),
    /** When the state last changed. */
    at: instant('at'),
    /** The token of the 配信停止 link; good for nothing else. */
    token: text('token'),
    unsubscribedAt: instant('unsubscribed_at'),
    /** The first time. */
    openedAt: instant('opened_at'),
    clickedAt: instant('clicked_at'),
    /** Of a 配信のお願い; by a trigger (160-mail.sql). */
    isRequest: boolean('is_request').notNull().default(false),
  },
  (t) => [
    // Once a member; what has not arrived counts for none.
    uniqueIndex('mail_recipient_request').on(t.memberId).where(sql`is_request and status in ('waiting', 'delivered')`),
    uniqueIndex('mail_recipient_once').on(t.mailId, t.memberId),
    index('mail_recipient_member').on(t.memberId),
    index('mail_recipient_month').on(t.shopId, t.at).where(sql`status = 'delivered'`),
    uniqueIndex('mail_recipient_token').on(t.token),
  ],
)

/** Members who unsubscribed from 広告宣伝 and フォロー by the link in a mail; overrides the club system. */
export const mailOptOut = pgTable('mail_opt_out', {
  memberId: id('member_id')
    .primaryKey()
    .references(() => member.id),
  at: instant('at').notNull(),
})

/**
 * Undeliverable addresses, by the shop whose letter met it: nobody writes to one (`mail_bounced_address`), but what is
 * known of it is that shop's (an address is a text that staff may give to anybody).
 */
export const mailBounce = pgTable(
  'mail_bounce',
  {
    id: generatedId('id').primaryKey(),
    /** In lower case. */
    email: text('email').notNull(),
    /** The shop of the letter; null: the provider named none. */
    shopId: id('shop_id').references(() => shop.id),
    at: instant('at').notNull(),
    /** The answer of the mail server or the provider. */
    detail: text('detail').notNull(),
    isComplaint: boolean('is_complaint').notNull().default(false),
  },
  (t) => [unique('mail_bounce_once').on(t.email, t.shopId).nullsNotDistinct()],
)

/** While the mail server takes no more letters: one row, deleted with the next letter that it accepts. */
export const mailPause = pgTable('mail_pause', {
  /** Always 1. */
  id: smallint('id').primaryKey(),
  since: instant('since').notNull(),
  until: instant('until').notNull(),
  /** Pauses without an accepted letter in between. */
  times: smallint('times').notNull(),
  /** The server's reply. */
  detail: text('detail').notNull(),
})

/** A mail that a step sent to a member. The caps over all scenarios count these, so they outlive their scenario. */
export const mailStepSent = pgTable(
  'mail_step_sent',
  {
    memberId: id('member_id')
      .notNull()
      .references(() => member.id),
    /** The day in Tokyo; at most one mail per day. */
    sentOn: date('sent_on', { mode: 'string' }).notNull(),
    enrolmentId: id('enrolment_id').references(() => mailStepEnrolment.id, { onDelete: 'set null' }),
    mailId: id('mail_id')
      .notNull()
      .references(() => mail.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.sentOn] }), index('mail_step_sent_enrolment').on(t.enrolmentId)],
)

export const access: readonly Access[] = [
  // Sent mails are never deleted.
  {
    table: mail,
    rows: 'targets',
    write: { insert: true, update: true },
    export: inFile(mail, {
      file: 'mails',
      label: 'メール',
      fields: mailFields,
      columns: {
        ...number,
        ...letterColumns,
        ...targetColumns,
        templateId: 'テンプレートの番号',
        stepId: 'ステップメールの番号',
        segmentText: { formerly: ['宛先の条件'] },
        consentBasis: { words: consentBases, formerly: ['根拠'] },
        ...labelled('sleepingReason'),
        senderStaffId: of('staff', '送信者の番号'),
        requestedAt: { formerly: ['確定日時'] },
        sendAt: { formerly: ['送信日時'] },
        finishedAt: { formerly: ['完了日時'] },
        cancelledAt: '取消日時',
        cancelledBy: of('staff', '取消者の番号'),
        status: { words: mailStatuses },
        refusedInRow: '続けて拒否された数',
        refusedAnswer: '拒否の応答',
        stoppedAt: '停止日時',
        stopDetail: '停止の理由',
        ...labelled('total', 'delivered', 'bounced', 'failed', 'cancelled', 'unsubscribed'),
        opened: '開封',
        clicked: 'クリック',
        ...labelled('excluded'),
        version: '版',
        ...without(madeOfTexts, 'searchText'),
      },
    }),
  },
  {
    table: mailRecipient,
    rows: 'shop',
    summedUp: true,
    write: { insert: true, update: [mailRecipient.status, mailRecipient.at] },
    export: inFile(mailRecipient, {
      file: 'mail-recipients',
      label: 'メールの宛先',
      columns: {
        ...{ ...number, mailId: 'メールの番号', ...memberNumber, ...shopNumber, email: 'メールアドレス' },
        ...{
          status: words('状態', recipientStatuses),
          reason: words('除外の理由', exclusionReasons),
          attempts: '試行回数',
        },
        ...{
          error: '応答',
          at: '日時',
          unsubscribedAt: '配信停止日時',
          openedAt: '開封日時',
          clickedAt: 'クリック日時',
        },
        ...without('opens the page of 配信停止', 'token'),
        ...without('follows from its mail', 'isRequest'),
      },
    }),
  },
  {
    table: mailOptOut,
    rows: 'member',
    export: inFile(mailOptOut, {
      // mail-consents, read back before it (by the order of file names), has made them; those of older exports are added.
      mayBeHere: true,
      file: 'mail-opt-outs',
      label: '配信停止',
      columns: { ...memberNumber, at: '日時' },
    }),
  },
  {
    table: mailBounce,
    rows: 'shop',
    write: { delete: true },
    export: inFile(mailBounce, {
      file: 'mail-bounces',
      label: '不達アドレス',
      columns: {
        ...number,
        email: 'メールアドレス',
        ...shopNumber,
        at: '日時',
        detail: '応答',
        isComplaint: '迷惑メールの報告',
      },
    }),
  },
  { table: mailPause, rows: 'chain', export: { not: 'of the mail server' } },
  {
    table: mailStepSent,
    rows: 'member',
    write: { insert: true },
    export: inFile(mailStepSent, {
      file: 'mail-steps-sent',
      label: 'ステップメールの送信',
      columns: {
        ...{ ...memberNumber, sentOn: '送信日', enrolmentId: '対象会員の番号', mailId: 'メールの番号' },
      },
    }),
  },
]
