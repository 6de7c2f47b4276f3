import { timingSafeEqual } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { MailPreview, mail } from '#contract/mail.ts'
import { linksIn } from '#contract/mail-letter.ts'
import { variableFault } from '#contract/mail-text.ts'
import {
  leastMinutesAhead,
  mostDaysAhead,
  mostOfShopManager,
  overQuota,
  secondsToCallBack,
  senderMissing,
  shopQuota,
  tooManyAtOnce,
  wantsSender,
} from '#contract/words/mail.ts'
import type { Ctx, Handlers, Principal, Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { memberIdOf } from '../../db/one-member.ts'
import { required } from '../../db/records.ts'
import { mailBounce } from '../../db/schema/mail.ts'
import { maskedEmail } from '../../lib/masked-email.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { countAudience, lookAtAudience } from '../../mail/audience.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { enqueueMail, quotaUsed } from '../../mail/outbox.ts'
import { faultOf } from '../../mail/replies.ts'
import { isComplete, senderOf, shopsWithoutSender } from '../../mail/senders.ts'
import { lettersMembers } from '../../mail/values.ts'
import type { Config } from '../../process/config.ts'
import { requireMailBody } from '../../rules/rich-text.ts'
import type { Storage } from '../../storage/storage.ts'
import { requireShop } from '../shop/require-shop.ts'
import { chosenFor } from './chosen.ts'

type Draft = Input<(typeof mail)['send']>

const minute = 60_000
const shownShops = 10
const complained = '迷惑メールとして申告されたアドレスのため、解除できません。'
const changedAudience = '宛先の人数が変わりました。宛先をもう一度確認してください。'

export const mailHandlers = (
  jobs: Jobs,
  storage: Storage,
  config: Pick<Config, 'mailEventKey'>,
): Handlers<typeof mail> => ({
  // The queue starts on a connection of its own: with the embedded database before the transaction.
  send: {
    prepare: async () => {
      await jobs.ready()
      return (ctx, draft) => send(ctx, jobs, storage, draft)
    },
  },

  preview: async (ctx, { category, to, includesSleeping, show, offset, limit }) => {
    const { segmentText, chosenCount, ...chosen } = await chosenFor(ctx, to)
    const audience = { ...chosen, category, includesSleeping }
    const seesChain = ctx.shops === 'all'
    const page = { offset, limit, seesChain }
    const { people, first, ...counted } = await lookAtAudience(ctx.scoped, audience, show ?? null, page)
    const total = show ? (counted.excluded.find(({ reason }) => reason === show)?.count ?? 0) : counted.total
    ctx.audit({ rowCount: total })
    return {
      total: counted.total,
      excluded: counted.excluded,
      isPartial: chosenCount !== undefined && chosenCount > counted.chosen,
      quota: wantsSender(category) ? await quotaOf(ctx, counted.byShop, ctx.now) : [],
      withoutSender: wantsSender(category) ? await withoutSender(ctx, counted.byShop) : [],
      segmentText,
      list: people.map(({ memberId: _, userId, email, ...person }) => ({
        ...person,
        userId: String(userId),
        email: seesAddresses(ctx.principal) ? email : maskedEmail(email),
      })),
      paging: { offset, count: people.length, total },
      sample: first === null ? null : ((await lettersMembers(ctx.scoped, [String(first)]))[0]?.values ?? null),
    }
  },

  test: {
    prepare: async () => {
      await jobs.ready()
      return async (ctx, { userId, ...content }) => {
        const { body } = await requireMailText(storage, content)
        const memberId = userId === undefined ? null : await writtenTo(ctx, userId)
        const { staffId, email } = ctx.principal
        await jobs.add(ctx.scoped, 'mail', { kind: 'test', staffId, memberId, ...content, body })
        return { message: `${email} にテストメールを送信しました。` }
      }
    },
  },

  sender: async (ctx, { shopId }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    const sender = await senderOf(ctx.scoped, shopId ?? null)
    return { ...sender, isComplete: isComplete(sender) }
  },

  // The chain's name for an unknown letter too, so that the caller learns nothing.
  unsubscribing: async (ctx, { token }) => ({
    name: await ctx.transaction(async (tx) => {
      const [found] = await rowsOf<{ name: string | null }>(tx, sql`select mail_sender_name(${token}) as name`)
      return found?.name ?? ''
    }),
  }),

  lift: async (ctx, { userId, reason }) => {
    const memberId = required(await memberIdOf(ctx.scoped, userId))
    const bounces = await bouncesOf(ctx.scoped, memberId)
    const { email } = required(bounces[0])
    // Whoever complained wants no mail: as little to be lifted as a 配信停止.
    if (bounces.some(({ isComplaint }) => isComplaint)) throw new ApiError('conflict', { message: complained })
    const isThis = and(eq(mailBounce.email, email), eq(mailBounce.isComplaint, false))
    required((await ctx.scoped.delete(mailBounce).where(isThis).returning())[0])
    ctx.audit({ memberId: String(memberId), reason })
    return {}
  },

  // Always the same answer, whether or not the letter exists, so that the caller learns nothing.
  unsubscribe: async (ctx, { token }) => {
    await ctx.transaction(async (tx) => {
      const [found] = await rowsOf<{ member_id: number; shop_id: number }>(
        tx,
        sql`select * from unsubscribe_by(${token}, ${ctx.now.toISOString()}::timestamptz)`,
      )
      if (!found) return
      await ctx.audit(tx, {
        action: 'mailUnsubscribed',
        resourceType: 'mail',
        memberId: String(found.member_id),
        shopId: String(found.shop_id),
      })
    })
    return { message: '配信を停止しました。' }
  },

  opened: async (ctx, { token }) => {
    await ctx.transaction((tx) => noticed(tx, token, false, ctx.now))
    return {}
  },

  followed: async (ctx, { token, link, isClick }) => {
    const body = await ctx.transaction((tx) => (isClick ? noticed(tx, token, true, ctx.now) : textOfTracked(tx, token)))
    // Only to links of the mail itself, so that this is no open redirect.
    return { url: addressOf(required(linksIn(body ?? '')[link])) }
  },

  event: async (ctx, { key, events }) => {
    if (config.mailEventKey === null || !isSame(key, config.mailEventKey)) throw new ApiError('unauthenticated')
    await ctx.transaction(async (tx) => {
      for (const { type, email, messageId, detail } of events) {
        const [, letter, token] = messageId?.match(/^<?(\d{1,9})\.([\w-]{22})@/) ?? []
        // The form of a delivery status notification (RFC 3464): `smtp; 550 5.1.1 …`.
        const reply = detail?.replace(/^smtp;\s*/i, '') ?? ''
        const isUnknown = type === 'bounce' && faultOf(reply, 'recipient') === 'mailbox'
        await tx.execute(sql`select mail_came_back(${email}, ${letter ? Number(letter) : null}::integer,
          ${token ?? null}::text, ${detail ?? type}, ${isUnknown}, ${type === 'complaint'},
          ${ctx.now.toISOString()}::timestamptz)`)
      }
      await ctx.audit(tx, { action: 'mailBounced', resourceType: 'mail', rowCount: events.length })
    })
    return { accepted: events.length }
  },
})

/** The number of a member whom a letter can name; 404 where they are not in the caller's sight. */
async function writtenTo({ scoped }: Ctx, userId: string): Promise<string> {
  const memberId = String(required(await memberIdOf(scoped, userId)))
  required((await lettersMembers(scoped, [memberId]))[0])
  return memberId
}

/** What made a member's address undeliverable, by shop; empty: it is not. */
const bouncesOf = (scoped: Scoped, memberId: number) =>
  scoped
    .select()
    .from(mailBounce)
    .where(
      sql`${mailBounce.email} = (select lower(mail_address(email, representative_email)) from member where id = ${memberId})`,
    )

/** Records that a tracked letter was opened or clicked; returns its text, or null where it does not exist. */
async function noticed(tx: Scoped, token: string, isFollowed: boolean, now: Date): Promise<string | null> {
  const [found] = await rowsOf<{ body: string | null }>(
    tx,
    sql`select mail_noticed(${token}, ${isFollowed}, ${now.toISOString()}::timestamptz) as body`,
  )
  return found?.body ?? null
}

/** The text of a tracked letter, as somebody looks where its links lead; null where it does not exist. */
async function textOfTracked(tx: Scoped, token: string): Promise<string | null> {
  const [found] = await rowsOf<{ body: string | null }>(tx, sql`select mail_text(${token}) as body`)
  return found?.body ?? null
}

/** An attribute's text as an ASCII URL for a header; 404 where it is not a URL. */
function addressOf(attribute: string): string {
  const text = attribute
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  return required(URL.canParse(text) ? new URL(text) : null).href
}

async function send(
  ctx: Ctx,
  jobs: Jobs,
  storage: Storage,
  { to, sleepingReason, expected, templateId, sendAt, ...content }: Draft,
) {
  const { body } = await requireMailText(storage, content)
  const at = sendTime(ctx.now, sendAt)
  if (templateId !== null) await countUse(ctx, templateId)
  const { segmentText, chosenCount: _, ...chosen } = await chosenFor(ctx, to)
  const audience = { ...chosen, category: content.category, includesSleeping: sleepingReason !== null }
  // Of two at once the later one leaves out whom the earlier one writes to.
  if (content.category === 'consentRequest') await waitForOthers(ctx)
  const { total, byShop } = await countAudience(ctx.scoped, audience)
  if (expected !== undefined && expected !== total)
    throw new ApiError('stale', { message: changedAudience, current: { total } })
  requireAllowedSize(ctx, total)
  if (wantsSender(content.category)) {
    await requireSenders(ctx, byShop)
    await requireQuota(ctx, byShop, at)
  }
  const mailed = { ...content, body, audience, segmentText, sleepingReason, templateId, sendAt: at }
  const { id } = await enqueueMail(ctx.scoped, jobs, { ...mailed, senderStaffId: ctx.principal.staffId }, ctx.now)
  const [only, ...others] = byShop
  const values = { subject: content.subject, total, sendAt: toTokyoDateTime(at), sleepingReason }
  ctx.audit({
    resourceType: 'mailLog',
    resourceId: id,
    ...(only && others.length === 0 && { shopId: only.shopId }),
    rowCount: total,
    diff: Object.fromEntries(Object.entries(values).map(([field, after]) => [field, { before: null, after }])),
  })
  return { message: sentMessage(total, sendAt === null), id, total, sendAt: toTokyoDateTime(at) }
}

const sentMessage = (total: number, isAtOnce: boolean) => {
  const count = total.toLocaleString('ja-JP')
  return isAtOnce
    ? `${count}名へのメールを受け付けました。${secondsToCallBack}秒後に送信を始めます。`
    : `${count}名へのメールの送信を予約しました。`
}

/** The text as stored; 422 where it is empty after sanitising or too long, or markup splits a variable. */
async function requireMailText(storage: Storage, { body: html }: { body: string }) {
  const { body, text } = await requireMailBody(storage, html)
  const fault = variableFault(text)
  if (fault) throw new ApiError('invalid', { fields: { body: fault } })
  return { body }
}

/** When the first letter is sent: not before the time to cancel is over. */
function sendTime(now: Date, sendAt: string | null): Date {
  if (sendAt === null) return new Date(now.getTime() + secondsToCallBack * 1000)
  const at = new Date(sendAt)
  const ahead = at.getTime() - now.getTime()
  const refuse = (message: string) => new ApiError('invalid', { fields: { sendAt: message } })
  if (ahead < leastMinutesAhead * minute)
    throw refuse(`この項目には${leastMinutesAhead}分以上先の日時を入力してください。`)
  if (ahead > mostDaysAhead * 24 * 60 * minute)
    throw refuse(`この項目には${mostDaysAhead}日以内の日時を入力してください。`)
  return at
}

/** Counts one more use; 404 where the template is not visible, 422 where it is not in use. */
async function countUse(ctx: Ctx, id: string) {
  const [template] = await rowsOf<{ status: string }>(
    ctx.scoped,
    sql`select status from mail_template where id = ${Number(id)}`,
  )
  if (required(template).status !== 'active') {
    throw new ApiError('invalid', { fields: { templateId: 'このテンプレートは公開中ではありません。' } })
  }
  await ctx.scoped.execute(sql`select template_used(${Number(id)}, ${ctx.now.toISOString()}::timestamptz)`)
}

function requireAllowedSize({ principal: { role, isAdmin } }: Ctx, total: number) {
  if (total === 0) throw new ApiError('invalid', { fields: { to: '送信できる宛先がありません。' } })
  if (role === 'level3' && !isAdmin && total > mostOfShopManager) {
    throw new ApiError('invalid', { fields: { to: tooManyAtOnce } })
  }
}

const withoutSender = ({ scoped }: Ctx, byShop: Counts) =>
  shopsWithoutSender(
    scoped,
    byShop.map(({ shopId }) => shopId),
  )

/** 422 where a recipient's shop has no complete sender (特定電子メール法). */
async function requireSenders(ctx: Ctx, byShop: Counts) {
  if ((await withoutSender(ctx, byShop)).length > 0)
    throw new ApiError('invalid', { fields: { category: senderMissing } })
}

/** Serialised: of two concurrent sends neither would see the other. */
const waitForOthers = ({ scoped }: Ctx) =>
  scoped.execute(sql`select pg_advisory_xact_lock(hashtextextended('mail_quota', 0))`)

async function requireQuota(ctx: Ctx, byShop: Counts, at: Date) {
  await waitForOthers(ctx)
  const [fullest] = await quotaOf(ctx, byShop, at)
  if (!fullest || fullest.used + fullest.adding <= fullest.limit) return
  const [month, thisMonth] = [at, ctx.now].map((instant) => toTokyoDateTime(instant).slice(0, 7))
  const which = month === thisMonth ? '今月' : `${Number(month?.slice(5))}月`
  throw new ApiError('invalid', { fields: { to: overQuota(fullest, which) } })
}

type Counts = Awaited<ReturnType<typeof countAudience>>['byShop']

/** The recipients' shops, those with the most mails first, in the month of `at` in Tokyo. */
async function quotaOf(ctx: Ctx, byShop: Counts, at: Date): Promise<MailPreview['quota']> {
  const used = await quotaUsed(
    ctx.scoped,
    byShop.map(({ shopId }) => shopId),
    monthOf(at),
  )
  const names = await rowsOf<{ id: number; name: string }>(ctx.scoped, sql`select id, name from shop`)
  const nameOf = new Map(names.map(({ id, name }) => [String(id), name]))
  return byShop
    .map(({ shopId, count }) => ({
      shopId,
      shopName: nameOf.get(shopId) ?? '',
      used: used.get(shopId) ?? 0,
      adding: count,
      limit: shopQuota,
    }))
    .sort((a, b) => b.used + b.adding - a.used - a.adding)
    .slice(0, shownShops)
}

/** The calendar month in Tokyo. */
function monthOf(at: Date) {
  const [year, month] = toTokyoDateTime(at).split('-').map(Number) as [number, number]
  const first = (y: number, m: number) => new Date(Date.UTC(y, m - 1, 1) - 9 * 60 * minute)
  return { from: first(year, month), until: first(year, month + 1) }
}

/** A shop's manager sees who gets a mail, not their addresses. */
const seesAddresses = ({ role, isAdmin }: Principal) => isAdmin || role !== 'level3'

const isSame = (given: string, wanted: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
