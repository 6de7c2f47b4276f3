import { type SQL, sql } from 'drizzle-orm'
import type { MailConsentState } from '#contract/words/mail-consent.ts'
import type { Db } from '../db/client.ts'
import type { ComparedRow } from './compared.ts'
import { addressNames, consentNames } from './member-fields.ts'
import type { MemberDraft } from './member-rows.ts'

// Consent to mail in a file of members (decision 0109): a row of the history for each member of whom the file says
// something else. A file ends consent and never overrides a 配信停止.

export interface ConsentKept {
  /** Rows whose yes was not written. */
  rows: number[]
  /** A consent whose day the file does not say. */
  withoutDay: number
}

/** What the draft says beside what holds; `isKept`: a yes after a 配信停止, which stays. */
export function consentBeside(draft: MemberDraft, held: MailConsentState | null) {
  const { mailConsent, mailConsentOn, mailConsentSource, ...rest } = draft
  if (held === 'withdrawn') return { draft: rest, isKept: mailConsent === 'given' }
  const isWithdrawal = mailConsent === 'declined' && held === 'given'
  return { draft: isWithdrawal ? { ...draft, mailConsent: 'withdrawn' as const } : draft, isKept: false }
}

/** A row that would have changed nothing else reports the kept 配信停止. */
export const withKept = (row: ComparedRow, isKept: boolean): ComparedRow =>
  isKept && row.outcome === 'confirmed'
    ? { ...row, outcome: 'kept', before: { mail_consent: 'withdrawn' }, after: { mail_consent: 'given' } }
    : row

export function countWithoutDay(kept: ConsentKept, { mailConsent, mailConsentOn }: MemberDraft): void {
  if (mailConsent === 'given' && mailConsentOn === undefined) kept.withoutDay += 1
}

const mostRows = 20

export function consentNotes({ rows, withoutDay }: ConsentKept): string[] {
  const shown = `${rows.slice(0, mostRows).join('、')}行目`
  const more = rows.length > mostRows ? `、ほか${(rows.length - mostRows).toLocaleString('ja-JP')}行` : ''
  return [
    ...(rows.length > 0
      ? [
          `配信停止の会員のメール配信の同意は、ファイルからは取り込みません（${shown}${more}）。もう一度同意できるのは会員本人だけです。`,
        ]
      : []),
    ...(withoutDay > 0
      ? [
          `${withoutDay.toLocaleString('ja-JP')}行のメール配信の同意に、同意日がありません。いつ、どこで同意を得たかの記録は、特定電子メール法で保存が必要です。`,
        ]
      : []),
  ]
}

/** After the members of these lines: what they said, for the address that mail goes to now. */
export async function writeConsents(tx: Db, lines: SQL, { now, by }: { now: Date; by: string | null }): Promise<void> {
  await tx.execute(sql`
    insert into mail_consent (member_id, state, stated_on, source, detail, file_name, email, recorded_by, recorded_at, import_id)
    select m.id, r.after ->> 'mail_consent', (r.after ->> 'mail_consent_on')::date, 'file', r.after ->> 'mail_consent_source',
      f.name, lower(mail_address(m.email, m.representative_email)), ${by === null ? null : Number(by)}::integer,
      ${now.toISOString()}::timestamptz, f.id
    from import_row r join import_file f on f.id = r.import_id join member m on m.id = r.member_id
    where ${lines} and r.outcome in ('created', 'changed') and r.after ->> 'mail_consent' is not null order by r.line`)
}

/** Of an import that is judged: its consents go where nothing has come after them, and what held before holds again. */
export async function takeConsentsBack(tx: Db, importId: number): Promise<void> {
  await tx.execute(sql`
    delete from mail_consent c using import_row r
    where c.import_id = ${importId} and r.import_id = ${importId} and c.member_id = r.member_id
      and (r.outcome = 'created' and r.undo = 'restored'
        or r.outcome = 'changed' and r.undo in ('restored', 'later') and r.restored ?| ${sql.param([...consentNames, ...addressNames])}::text[])`)
}
