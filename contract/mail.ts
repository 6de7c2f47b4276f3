import { z } from 'zod'
import {
  Empty,
  listInput,
  listOf,
  pageInput,
  versioned,
  zDate,
  zDateTime,
  zId,
  zPlannedTime,
  zText,
  zVersion,
  zWord,
} from './common.ts'
import { type Endpoints, get, post, put } from './endpoint.ts'
import { mailContent } from './mail-template.ts'
import {
  consentBases,
  exclusionReasons,
  mailCategories,
  mailLogList,
  mailRecipientList,
  mailStatuses,
  recipientStatuses,
} from './words/mail.ts'
import { memberList } from './words/member-list.ts'

const { offset: _, limit: __, sortKey: ___, sortDir: ____, ...memberFilter } = listInput(memberList)
/** The members' list's own conditions, as in its URL. */
export const zMemberFilter = z.strictObject({
  ...memberFilter,
  shopId: zId.optional(),
  trainerStaffId: zId.optional(),
  actionId: zId.optional(),
})
export type MailMemberFilter = z.input<typeof zMemberFilter>

const zWithoutUserIds = z.array(zId).max(500, { error: '手動で除外できるのは500名までです。' }).default([])

/**
 * The recipients of a mail: members chosen by hand, or all that match the conditions or were recipients of an earlier
 * mail, except those excluded by hand.
 */
const zAudience = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('members'),
    userIds: z
      .array(zId)
      .min(1, { error: '宛先を選択してください。' })
      .max(500, { error: '宛先を手動で選べるのは500名までです。' }),
  }),
  z.strictObject({
    by: z.literal('filter'),
    filter: zMemberFilter,
    withoutUserIds: zWithoutUserIds,
  }),
  z.strictObject({ by: z.literal('mail'), mailId: zId, withoutUserIds: zWithoutUserIds }),
])
export type MailAudience = z.input<typeof zAudience>

/** Why sleeping members are included; null excludes them. */
const zSleepingReason = zText(200).pipe(z.string().trim().min(1)).nullable()

const zReasonCount = z.strictObject({ reason: zWord(exclusionReasons), count: z.int() })

/** One recipient, or excluded member. */
export const MailPerson = z.strictObject({
  /** Opens the member's page. */
  userId: zId,
  memberNo: z.string(),
  name: z.string(),
  shopName: z.string(),
  /** Masked for level3; null where there is none. */
  email: z.string().nullable(),
  reason: zWord(exclusionReasons).nullable(),
})
export type MailPerson = z.output<typeof MailPerson>

export const MailPreview = z.strictObject({
  /** Number of recipients. */
  total: z.int(),
  excluded: z.array(zReasonCount),
  /** Whether the earlier mail also went to shops out of the caller's scope, without their number. */
  isPartial: z.boolean(),
  /** The recipients' shops, those with the most mails first, at most ten: mails of this month that require consent. */
  quota: z.array(z.strictObject({ shopId: zId, shopName: z.string(), used: z.int(), adding: z.int(), limit: z.int() })),
  /** The recipients' shops for which 会社情報 is incomplete, by name, where the mail requires it. */
  withoutSender: z.array(z.string()),
  /** The conditions in words, as stored in the log. */
  segmentText: z.string(),
  /** One page of the recipients, or of those excluded for `show`. */
  list: z.array(MailPerson),
  paging: z.strictObject({ offset: z.int(), count: z.int(), total: z.int() }),
  /** The values of the variables for the first recipient. */
  sample: z.record(z.string(), z.string()).nullable(),
})
export type MailPreview = z.output<typeof MailPreview>

export const MailDraft = z.strictObject({
  ...mailContent,
  templateId: zId.nullable(),
  to: zAudience,
  sleepingReason: zSleepingReason,
  /** Null: as soon as it can no longer be cancelled. */
  sendAt: zPlannedTime.nullable(),
  /** The number that the sender was shown; 409 where it has changed. */
  expected: z.int().min(0).optional(),
})
export type MailDraft = z.input<typeof MailDraft>

const zCounts = z.strictObject({
  total: z.int(),
  waiting: z.int(),
  delivered: z.int(),
  bounced: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  unsubscribed: z.int(),
  /** For a tracked mail: number of opens, and of recipients who clicked a link. */
  opened: z.int(),
  clicked: z.int(),
  excluded: z.int(),
})

export const MailLogRow = z.strictObject({
  id: zId,
  subject: z.string(),
  category: zWord(mailCategories),
  status: zWord(mailStatuses),
  segmentText: z.string(),
  consentBasis: zWord(consentBases),
  sender: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
  requestedAt: zDateTime,
  sendAt: zDateTime,
  /** When the last letter was done; null before. */
  sentAt: zDateTime.nullable(),
  /** Of the caller's shops. */
  counts: zCounts,
  /** It was sent to members of other shops too, whom the counts leave out. */
  isInPart: z.boolean(),
  /** Letters are due, and the mail server takes none at the moment. */
  isPaused: z.boolean(),
  version: zVersion,
})
export type MailLogRow = z.output<typeof MailLogRow>

export const MailLog = MailLogRow.extend({
  /** As sent, with unfilled variables; sanitised HTML. */
  body: z.string(),
  bodyText: z.string(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  footer: z.string().nullable(),
  isTracked: z.boolean(),
  template: z.strictObject({ id: zId, name: z.string() }).nullable(),
  /** The scenario that sent it; null: a staff member did. */
  step: z.strictObject({ id: zId, name: z.string() }).nullable(),
  sleepingReason: z.string().nullable(),
  cancelledBy: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
  cancelledAt: zDateTime.nullable(),
  /** Where it is paused: until when, and the mail server's reply (addresses masked for level3). */
  pause: z.strictObject({ until: zDateTime, detail: z.string() }).nullable(),
  /** When the rest was given up because the mail server kept refusing, and its reply (likewise). */
  stop: z.strictObject({ at: zDateTime, detail: z.string() }).nullable(),
  excludedReasons: z.array(zReasonCount),
  /** Whether the caller may cancel the letters that are not sent yet. */
  canCancel: z.boolean(),
  /** For a sent フォロー: visits within 28 days after it, by recipients and by excluded members. */
  effect: z
    .strictObject({
      /** The last day that counts so far. */
      until: zDate,
      isOver: z.boolean(),
      written: z.strictObject({ people: z.int(), came: z.int() }),
      others: z.strictObject({ people: z.int(), came: z.int() }),
    })
    .nullable(),
})
export type MailLog = z.output<typeof MailLog>

export const MailRecipient = z.strictObject({
  id: zId,
  /** Opens the member's page. */
  userId: zId,
  memberNo: z.string(),
  name: z.string(),
  shopName: z.string(),
  /** Masked for level3. */
  email: z.string().nullable(),
  status: zWord(recipientStatuses),
  reason: zWord(exclusionReasons).nullable(),
  /** The mail server's answer. */
  error: z.string().nullable(),
  at: zDateTime.nullable(),
  unsubscribedAt: zDateTime.nullable(),
  /** Also null for a mail without tracking. */
  openedAt: zDateTime.nullable(),
  clickedAt: zDateTime.nullable(),
})
export type MailRecipient = z.output<typeof MailRecipient>

/** Why an address is tried again. */
const zReason = zText(200).pipe(z.string().trim().min(1))

/** The token of the 配信停止 link. */
const zToken = z.string().regex(/^[\w-]{22}$/, { error: 'このアドレスは正しくありません。' })
const zMessage = z.strictObject({ message: z.string() })

/** A report of a mail provider about an accepted mail. */
const zMailEvent = z.strictObject({
  type: z.enum(['bounce', 'complaint']),
  email: zText(254),
  /** Of the mail, where known. */
  messageId: zText(300).optional(),
  detail: zText(500).optional(),
})

export const mail = {
  /** Defined by the specification: its answer is the sentence to show. */
  send: post(
    '/mail/new',
    'mail.send',
    'メールを送信する',
    MailDraft,
    z.strictObject({ message: z.string(), id: zId, total: z.int(), sendAt: zDateTime }),
    { cost: 'exclusive' },
  ),
  preview: post(
    '/mail/preview',
    'mail.send',
    '宛先と除外される会員を確認する',
    {
      category: mailContent.category,
      to: zAudience,
      includesSleeping: z.boolean().default(false),
      /** Those excluded for this reason, instead of the recipients. */
      show: zWord(exclusionReasons).optional(),
      ...pageInput,
    },
    MailPreview,
    { onlyReads: true, repeatable: true, inPreview: true, cost: 'exclusive' },
  ),
  /** Who writes for a shop, or for the chain. */
  sender: get(
    '/mail/sender',
    'mailTemplate.read',
    'メールの送信者を確認する',
    { shopId: zId.optional() },
    z.strictObject({
      ...{ name: z.string(), address: z.string(), contact: z.string(), fromName: z.string(), tel: z.string() },
      /** Whether advertising may be sent. */
      isComplete: z.boolean(),
    }),
  ),
  test: post(
    '/mail/test',
    'mailTemplate.write',
    '自分あてにテスト送信する',
    { ...mailContent, userId: zId.optional() },
    zMessage,
    { rate: 10 },
  ),
  /** Writes to the member's address again. A 配信停止 is theirs, and is not lifted. */
  lift: put(
    '/mail/bounce/:userId/lift',
    'mailBounce.lift',
    'メールの不達を解除する',
    { userId: zId, reason: zReason },
    Empty,
  ),
  /** Whose mails a 配信停止 link ends, for its page. */
  unsubscribing: get(
    '/mail/unsubscribe',
    'public',
    '配信停止のページの送信者',
    { token: zToken },
    z.strictObject({ name: z.string() }),
    { isHook: true },
  ),
  /** By the link in a mail, and by mail programs themselves (RFC 8058). */
  unsubscribe: post('/mail/unsubscribe', 'public', '配信を停止する', { token: zToken }, zMessage, { isHook: true }),
  /** By the tracking image of a mail. */
  opened: post('/mail/opened', 'public', 'メールの開封を記録する', { token: zToken }, Empty, { isHook: true }),
  /** By a link in a tracked mail: redirects to its target. */
  followed: post(
    '/mail/followed',
    'public',
    'メールのリンクのクリックを記録する',
    /** A HEAD request looks where the link leads, and is no click. */
    { token: zToken, link: z.int().min(0).max(999), isClick: z.boolean().default(true) },
    z.strictObject({ url: z.string() }),
    { isHook: true },
  ),
  /** From the mail provider, authenticated by `MAIL_EVENT_KEY`. */
  event: post(
    '/mail/event',
    'public',
    '不達・苦情の通知を受け取る',
    { key: zText(200), events: z.array(zMailEvent).min(1).max(50) },
    z.strictObject({ accepted: z.int() }),
    { isHook: true, maxBodyBytes: 65_536 },
  ),
} satisfies Endpoints

const zNamed = z.strictObject({ id: zId, name: z.string() })
const logListed = {
  ...listInput(mailLogList),
  shopId: zId.optional(),
  /** The user's id of the member who got it, or is to. */
  userId: zId.optional(),
  /** The member by their own number, which addresses of an older release have. Goes with 0.2.0 (decision 0054). */
  memberId: zId.optional(),
  senderStaffId: zId.optional(),
  templateId: zId.optional(),
  stepId: zId.optional(),
}

export const mailLog = {
  list: get(
    '/mail/log/list',
    'mailLog.read',
    'メール送信履歴の一覧',
    logListed,
    listOf(MailLogRow).extend({
      /** The list's filters, null where unset. A member's id is the user's, which opens the page. */
      of: z.strictObject({ member: zNamed.nullable(), template: zNamed.nullable(), step: zNamed.nullable() }),
    }),
    { csv: { permission: 'mailLog.read' } },
  ),
  get: get('/mail/log/:id', 'mailLog.read', 'メール送信履歴の詳細', { id: zId }, MailLog),
  recipients: get(
    '/mail/log/:id/recipient/list',
    'mailLog.read',
    'メールの宛先の一覧',
    { id: zId, ...listInput(mailRecipientList) },
    listOf(MailRecipient),
  ),
  cancel: put('/mail/log/:id/cancel', 'mail.send', 'まだ送信していないメールを取り消す', versioned, MailLog),
} satisfies Endpoints
