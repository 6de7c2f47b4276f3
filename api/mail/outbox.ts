import { sql } from 'drizzle-orm'
import { type MailCategory, wantsConsent } from '#contract/words/mail.ts'
import type { Scoped } from '../context.ts'
import { rowsOf } from '../db/expressions.ts'
import { folded } from '../db/records.ts'
import { mail } from '../db/schema/mail.ts'
import { type Audience, countAudience, storeAudience } from './audience.ts'
import type { MailContent } from './content.ts'
import type { Jobs } from './jobs.ts'

/** A mail to send: text, recipients, time, and author. */
export interface NewMail extends MailContent {
  audience: Omit<Audience, 'category'>
  /** A description of the recipients. */
  segmentText: string
  sleepingReason: string | null
  templateId: string | null
  /** Null: a scenario. */
  senderStaffId: string | null
  sendAt: Date
}

const basisOf = (category: MailCategory) => {
  if (category === 'consentRequest') return 'membership'
  return wantsConsent(category) ? 'consent' : 'business'
}

/**
 * Stores a mail with everybody chosen for it, and adds one job per recipient: all in the caller's transaction, so that
 * it is sent only if that commits. The caller must call `jobs.ready()` before its transaction.
 */
export async function enqueueMail(
  scoped: Scoped,
  jobs: Jobs,
  { audience: chosen, ...wanted }: NewMail,
  now: Date,
): Promise<{ id: string; total: number }> {
  const { category, subject, body, fromName, replyTo, footer, isTracked, sendAt } = wanted
  const audience = { ...chosen, category }
  const { total, excluded, byShop } = await countAudience(scoped, audience)
  const [stored] = await scoped
    .insert(mail)
    .values({
      ...{ category, subject, body, fromName, replyTo, footer, isTracked, sendAt, total },
      segmentText: wanted.segmentText,
      sleepingReason: wanted.sleepingReason,
      templateId: wanted.templateId,
      senderStaffId: wanted.senderStaffId,
      consentBasis: basisOf(category),
      targetScope: 'shops',
      targetShopIds: byShop.map(({ shopId }) => Number(shopId)).sort((a, b) => a - b),
      requestedAt: now,
      status: 'scheduled',
      excluded: excluded.reduce((sum, { count }) => sum + count, 0),
      searchText: folded(subject, wanted.segmentText),
    })
    .returning({ id: mail.id })
  const { id } = stored as { id: string }
  const recipientIds = await storeAudience(scoped, id, audience)
  const seconds = Math.max(0, Math.ceil((sendAt.getTime() - now.getTime()) / 1000))
  await jobs.addAll(
    scoped,
    'letter',
    recipientIds.map((recipientId) => ({ recipientId })),
    seconds,
  )
  return { id, total }
}

/** Mails of this month besides 業務連絡, sent or waiting, per shop. */
export async function quotaUsed(scoped: Scoped, shopIds: readonly string[], month: { from: Date; until: Date }) {
  if (shopIds.length === 0) return new Map<string, number>()
  const rows = await rowsOf<{ shopId: number; used: number }>(
    scoped,
    sql`select r.shop_id as "shopId", count(*)::integer as used
    from mail m join mail_recipient r on r.mail_id = m.id
    where m.category <> 'transactional'
      and m.send_at >= ${month.from.toISOString()}::timestamptz and m.send_at < ${month.until.toISOString()}::timestamptz
      and r.status in ('waiting', 'delivered', 'bounced') and r.shop_id in (${sql.join(
        shopIds.map((id) => sql`${Number(id)}`),
        sql`, `,
      )})
    group by 1`,
  )
  return new Map(rows.map(({ shopId, used }) => [String(shopId), used]))
}
