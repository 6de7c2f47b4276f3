import { z } from 'zod'
import { zDate, zDateTime, zDay, zId, zText, zWord } from './common.ts'
import { type Endpoints, get, post } from './endpoint.ts'
import { deskSources, mailConsentSources, mailConsentStates, mostConsentLinks } from './words/mail-consent.ts'

/** What the member said once, with the proof of it. */
export const MailConsentEntry = z.strictObject({
  id: zId,
  state: zWord(mailConsentStates),
  /** The day on which the member said so; null: a file without it. */
  on: zDate.nullable(),
  source: zWord(mailConsentSources),
  detail: z.string().nullable(),
  fileName: z.string().nullable(),
  /** The address that it was said for, masked as the member's; null: none. */
  email: z.string().nullable(),
  /** Null: the member themselves, the command, or somebody out of the caller's shops. */
  recordedBy: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
  recordedAt: zDateTime,
})
export type MailConsentEntry = z.output<typeof MailConsentEntry>

export const MailConsent = z.strictObject({
  /** What holds; null: the member has said nothing yet. */
  state: zWord(mailConsentStates).nullable(),
  /** Whether mails that require consent go to the member: it was given for the address that mail goes to now. */
  counts: z.boolean(),
  /** Latest first, at most 100. */
  list: z.array(MailConsentEntry),
  /** Links that were sent and still work: when the last one was. */
  linkSentAt: zDateTime.nullable(),
})
export type MailConsent = z.output<typeof MailConsent>

const ofMember = { userId: zId }
/** The latest entry that the caller has seen; null: none. 409 where there is a later one. */
const seen = { last: zId.nullable() }

/** The token of a link to consent. */
const zToken = z.string().regex(/^[\w-]{22}$/, { error: 'このアドレスは正しくありません。' })
const zDone = z.strictObject({ isDone: z.boolean() })

/** What staff record of what a member said to them. */
export const MailConsentDraft = z.strictObject({
  /** A no is a 配信停止 where there was consent. */
  given: z.boolean(),
  on: zDay,
  source: zWord(deskSources),
  detail: zText(200).nullable(),
})

export const mailConsent = {
  get: get('/member/:userId/mail-consent', 'member.read', '会員のメール配信の同意と記録', ofMember, MailConsent),
  record: post(
    '/member/:userId/mail-consent/new',
    'member.write',
    '会員のメール配信の同意・配信停止を記録する',
    { ...ofMember, ...seen, ...MailConsentDraft.shape },
    MailConsent,
  ),
  /** After a 配信停止 mail may only be sent because the member requested it: staff state that. */
  sendLink: post(
    '/member/:userId/mail-consent/link',
    'member.write',
    `会員の申し出により、同意の確認メールを送る（1日${mostConsentLinks}通まで）`,
    { ...ofMember, isRequested: z.literal(true, { error: '会員から申し出があったことを確認してください。' }) },
    MailConsent,
    { rate: 10 },
  ),
  /** Whose mails a link is about, for its page. */
  confirming: get(
    '/mail/consent',
    'public',
    'メール配信の同意のページの送信者',
    { token: zToken },
    z.strictObject({ name: z.string() }),
    { isHook: true },
  ),
  give: post('/mail/consent', 'public', 'メール配信に同意する', { token: zToken }, zDone, { isHook: true }),
  decline: post('/mail/consent/decline', 'public', 'メール配信に同意しない', { token: zToken }, zDone, {
    isHook: true,
  }),
} satisfies Endpoints
