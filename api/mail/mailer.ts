import { and, eq, sql } from 'drizzle-orm'
import { letterParts } from '#contract/mail-letter.ts'
import type { Database, Db } from '../db/client.ts'
import { mail } from '../db/schema/mail.ts'
import { mailStep } from '../db/schema/mail-step.ts'
import { staff } from '../db/schema/organisation.ts'
import { inScope } from '../db/scope.ts'
import { accountToReset, renewLink, toInvite } from '../identity/invitation.ts'
import { maskedAddresses } from '../lib/masked-email.ts'
import { consentLetter } from './consent-link.ts'
import { sendDigest } from './digest.ts'
import type { ConsentLinkJob, HealthAccessJob, JobKinds, MailStoppedJob, SyncTroubleJob, TestMailJob } from './jobs.ts'
import {
  addressNoticeLetter,
  healthLetters,
  type Letter,
  linkLetters,
  mailStoppedLetter,
  syncLetters,
} from './letters.ts'
import { senderOf } from './senders.ts'
import { refusalOf, type Transport } from './transport.ts'
import { type LetterMember, lettersMembers } from './values.ts'

/** Hands one letter to the mail server; rejects when it is not accepted. */
export type Send = (
  to: string,
  letter: Letter & { fromName?: string; replyTo?: string | null; unsubscribeUrl?: string | null },
) => Promise<void>

/** Letters to staff, sent in the product's name. */
export const sendToStaff =
  (transport: Transport): Send =>
  (to, letter) =>
    transport.send({
      ...{ fromName: transport.ownName, replyTo: null, unsubscribeUrl: null, ...letter, to },
      ...{ messageId: null, isAutomatic: false },
    })

interface MailerOptions {
  database: Database
  send: Send
  appUrl: string
  clock: () => Date
}

/**
 * Processes a mail job: writes the letter with a link that is created now, so that the link is stored nowhere. Skips
 * what has been used, replaced or withdrawn since.
 */
export const mailer =
  ({ database, send, appUrl, clock }: MailerOptions) =>
  async (job: JobKinds['mail']): Promise<void> => {
    if (job.kind === 'test') return sendTest(database, send, job, appUrl)
    if (job.kind === 'digest') return sendDigest({ database, send, appUrl, clock }, job)
    if (job.kind === 'consentLink') return sendConsentLink(database, send, job, appUrl, clock())
    if (job.kind === 'mailStopped') return tellSender(database, send, job, appUrl)
    if ('sentence' in job) return tellOfSync(database, send, job, appUrl)
    if ('adminId' in job) return tellAdmin(database, send, job, appUrl)
    if (job.kind === 'addressNotice') {
      return send(job.to, addressNoticeLetter({ ...job, link: `${appUrl}/forgot-password` }))
    }
    const { db } = database
    const now = clock()
    const found =
      job.kind === 'passwordReset'
        ? await accountToReset(db, job.email, now)
        : await toInvite(db, job.invitationId, now)
    if (!found) return
    const { invitationId, staffId, kind, email, displayName, expiresAt, sentBy, company, shops } = found
    const token = await renewLink(db, invitationId)
    // In the fragment: it is in no server log, and is not forwarded as a referrer.
    const link = `${appUrl}/invitation#${token}`
    const wasRefused = await send(
      email,
      linkLetters[kind]({ displayName, link, expiresAt, sentBy, company, shops }),
    ).then(
      () => false,
      (error) => {
        if (refusalOf(error).kind === 'noSuchAddress') return true
        throw error
      },
    )
    // Of one's own address only: a new one that does not work blocks nobody.
    if (kind !== 'addressProof') await noteAddress(db, staffId, wasRefused ? now : null)
  }

/** To a member; one whose address does not exist is not tried again. */
async function sendConsentLink(database: Database, send: Send, { linkId }: ConsentLinkJob, appUrl: string, now: Date) {
  const found = await consentLetter(database, linkId, appUrl, now)
  if (!found) return
  await send(found.to, found.letter).catch((error) => {
    if (refusalOf(error).kind !== 'noSuchAddress') throw error
  })
}

/** To whoever sent a mail, or last edited its scenario: why the rest of it is not sent. */
async function tellSender({ db }: Database, send: Send, { mailId }: MailStoppedJob, appUrl: string) {
  const [found] = await db
    .select({
      subject: mail.subject,
      answer: mail.stopDetail,
      email: staff.email,
      displayName: staff.displayName,
    })
    .from(mail)
    .leftJoin(mailStep, eq(mailStep.id, mail.stepId))
    .innerJoin(staff, eq(staff.id, sql`coalesce(${mail.senderStaffId}, ${mailStep.updatedBy})`))
    .where(and(eq(mail.id, mailId), eq(staff.status, 'active')))
  if (!found) return
  const { email, subject, displayName } = found
  const answer = maskedAddresses(found.answer ?? '').replaceAll(/\s+/g, ' ')
  await send(email, mailStoppedLetter({ subject, answer, displayName, link: `${appUrl}/mail/logs/${mailId}` }))
}

/** Stores whether letters reach them; a password that an admin has set depends on it. */
const noteAddress = (db: Db, staffId: string, addressFailedAt: Date | null) =>
  db.update(staff).set({ addressFailedAt }).where(eq(staff.id, staffId))

/** To an admin: that a run of the club system failed, that members are missing there, or that nothing comes. */
async function tellOfSync({ db }: Database, send: Send, { kind, adminId, sentence }: SyncTroubleJob, appUrl: string) {
  const admin = await activeAdmin(db, adminId)
  if (!admin) return
  const path = kind === 'membersMissing' ? '/hacomono/missing-members?state=waiting' : '/other-settings/club-system'
  const link = appUrl + path
  await send(admin.email, syncLetters[kind]({ displayName: admin.displayName, link, sentence }))
}

/** Null where they no longer are one. */
async function activeAdmin(db: Db, adminId: string) {
  const [admin] = await db
    .select({ email: staff.email, displayName: staff.displayName })
    .from(staff)
    .where(and(eq(staff.id, adminId), eq(staff.isAdmin, true), eq(staff.status, 'active')))
  return admin ?? null
}

/** To an admin: who looked at many people's health data, or was assigned many; whose it was is only in the log. */
async function tellAdmin(
  { db }: Database,
  send: Send,
  { kind, adminId, staffId, date }: HealthAccessJob,
  appUrl: string,
) {
  const [looked] = await db.select({ displayName: staff.displayName }).from(staff).where(eq(staff.id, staffId))
  const admin = await activeAdmin(db, adminId)
  if (!looked || !admin) return
  const { email, displayName } = admin
  const link = `${appUrl}/member-daily-logs/access?month=${date.slice(0, 7)}`
  await send(email, healthLetters[kind]({ displayName, link, staffName: looked.displayName, date }))
}

/** Sample values where no member was chosen. */
const nobody: Pick<LetterMember, 'values'> = {
  values: {
    会員氏名: '見本 花子',
    店舗名: '見本店',
    最終来館日: '2026/01/05',
    プラン名: 'レギュラー会員',
    チケット残数: '3',
  },
}

/** A mail as members would get it, sent to its author; its 配信停止 link does nothing. */
async function sendTest(
  database: Database,
  send: Send,
  { staffId, memberId, ...content }: TestMailJob,
  appUrl: string,
) {
  const [author] = await database.db
    .select({ email: staff.email, displayName: staff.displayName })
    .from(staff)
    .where(eq(staff.id, staffId))
  if (!author) return
  const member = await inScope(database, { shops: 'all' }, 'read', async (scoped) => {
    const [found] = memberId === null ? [] : await lettersMembers(scoped, [memberId])
    return found ?? { ...nobody, shop: { name: nobody.values.店舗名, sender: await senderOf(scoped, null) } }
  })
  const { subject, fromName, html, text } = letterParts(content, member.values, {
    shop: member.shop,
    sentBy: author.displayName,
    appUrl,
    unsubscribeUrl: `${appUrl}/unsubscribe`,
  })
  const { replyTo } = content
  await send(author.email, { subject: `【テスト】${subject}`, html, text, fromName, replyTo })
}
