import { boolean, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { mailConsentSources, mailConsentStates } from '#contract/words/mail-consent.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { inFile, memberNumber, number, of, without, words } from './exported.ts'
import { member } from './facts.ts'
import { importFile } from './import.ts'
import { staff } from './organisation.ts'

/**
 * What members said of mails that require consent: the proof that 特定電子メール法 wants kept. The latest row holds;
 * `member.mail_opt_in` and `mail_opt_out` follow by a trigger (161-mail-consent.sql, decision 0109).
 */
export const mailConsent = pgTable(
  'mail_consent',
  {
    id: generatedId('id').primaryKey(),
    memberId: id('member_id')
      .notNull()
      .references(() => member.id),
    state: text('state', { enum: valuesOf(mailConsentStates) }).notNull(),
    /** The day on which the member said so; null: the file has none. */
    statedOn: date('stated_on', { mode: 'string' }),
    source: text('source', { enum: valuesOf(mailConsentSources) }).notNull(),
    /** Staff's words, or the file's cell. */
    detail: text('detail'),
    /** Of a file. */
    fileName: text('file_name'),
    /** Where mail went at that moment, in lower case: consent counts for this address alone. Null: nowhere. */
    email: text('email'),
    /** Null: the member, or the command. */
    recordedBy: id('recorded_by').references(() => staff.id, { onDelete: 'set null' }),
    recordedAt: instant('recorded_at').notNull(),
    /** The import that can still take it back. */
    importId: id('import_id').references(() => importFile.id, { onDelete: 'set null' }),
  },
  (t) => [index('mail_consent_member').on(t.memberId, t.id), index('mail_consent_import').on(t.importId)],
)

/** A link by which a member consents, or refuses, themselves. */
export const mailConsentLink = pgTable(
  'mail_consent_link',
  {
    id: generatedId('id').primaryKey(),
    memberId: id('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    /** Where it is sent; void once mail goes elsewhere. */
    email: text('email').notNull(),
    /** Null until its letter is written: the link itself is stored nowhere. */
    tokenHash: text('token_hash'),
    /** Of a 配信のお願い, which the member has not requested. */
    isRequest: boolean('is_request').notNull().default(false),
    /** Who has it sent because the member requested it. */
    createdBy: id('created_by').references(() => staff.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [uniqueIndex('mail_consent_link_token').on(t.tokenHash), index('mail_consent_link_member').on(t.memberId)],
)

export const access: readonly Access[] = [
  {
    table: mailConsent,
    rows: 'member',
    write: { insert: true },
    export: inFile(mailConsent, {
      file: 'mail-consents',
      label: 'メール配信の同意の記録',
      since: 4,
      columns: {
        ...{ ...number, ...memberNumber, state: words('同意', mailConsentStates), statedOn: '同意日' },
        ...{
          source: words('取得元', mailConsentSources),
          detail: '詳細',
          fileName: 'ファイル名',
          email: 'メールアドレス',
        },
        ...{ recordedBy: of('staff', '記録したスタッフの番号'), recordedAt: '記録日時' },
        ...without('imports are taken back where they were made', 'importId'),
      },
    }),
  },
  {
    table: mailConsentLink,
    rows: 'member',
    write: { insert: true },
    export: { not: 'links that letters have: new ones are sent' },
  },
]
