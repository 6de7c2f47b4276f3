import { sql } from 'drizzle-orm'
import type { MailConsentSource, MailConsentState } from '#contract/words/mail-consent.ts'
import type { Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { address, isBounced } from '../../mail/audience.ts'

export interface HeldConsent {
  memberId: number
  shopId: number
  /** Where mail goes, in lower case; null: nowhere. */
  email: string | null
  isBounced: boolean
  /** Whether mails that require consent go there, as far as the member is concerned. */
  counts: boolean
  isWithdrawn: boolean
  latest: { id: string; state: MailConsentState; on: string | null; source: MailConsentSource } | null
  linkSentAt: string | null
}

/** What holds for the member with this user's id; null where they are out of scope. */
export async function heldConsent(scoped: Scoped, userId: string, now: Date): Promise<HeldConsent | null> {
  const [found] = await rowsOf<HeldConsent>(
    scoped,
    sql`select m.id as "memberId", m.shop_id as "shopId", lower(${address}) as email, coalesce(${isBounced}, false) as "isBounced",
        m.mail_opt_in and o.member_id is null as counts, o.member_id is not null as "isWithdrawn",
        (select json_build_object('id', c.id::text, 'state', c.state, 'on', c.stated_on, 'source', c.source)
          from mail_consent c where c.member_id = m.id order by c.id desc limit 1) as latest,
        (select max(l.created_at) from mail_consent_link l
          where l.member_id = m.id and not l.is_request and l.used_at is null and l.expires_at > ${now.toISOString()}::timestamptz) as "linkSentAt"
      from member m left join mail_opt_out o on o.member_id = m.id where m.user_id = ${Number(userId)}`,
  )
  return found ?? null
}

interface Entry {
  id: number
  state: MailConsentState
  on: string | null
  source: MailConsentSource
  detail: string | null
  fileName: string | null
  email: string | null
  recordedById: number | null
  recordedByName: string | null
  recordedAt: string
}

const shown = 100

/** The member's history, latest first. */
export const entriesOf = (scoped: Scoped, memberId: number) =>
  rowsOf<Entry>(
    scoped,
    sql`select c.id, c.state, c.stated_on as "on", c.source, c.detail, c.file_name as "fileName", c.email,
        s.id as "recordedById", s.display_name as "recordedByName", c.recorded_at as "recordedAt"
      from mail_consent c left join staff s on s.id = c.recorded_by
      where c.member_id = ${memberId} order by c.id desc limit ${shown}`,
  )

/** Whether the caller is the member's trainer, or booked with them. */
export async function isAssigned(scoped: Scoped, memberId: number, now: Date): Promise<boolean> {
  const rows = await rowsOf<{ id: number }>(
    scoped,
    sql`select id from assigned_members(${now.toISOString()}::timestamptz) as id where id = ${memberId}`,
  )
  return rows.length > 0
}
