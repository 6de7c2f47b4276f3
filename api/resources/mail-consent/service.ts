import { sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { mailConsent as api, MailConsent } from '#contract/mail-consent.ts'
import { senderMissing } from '#contract/words/mail.ts'
import {
  consentIsTheMembers,
  consentLinkDays,
  type MailConsentState,
  mostConsentLinks,
} from '#contract/words/mail-consent.ts'
import type { Ctx, Handlers, PublicCtx } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { seesContact } from '../../db/member-search.ts'
import { required } from '../../db/records.ts'
import { mailConsent, mailConsentLink } from '../../db/schema/mail-consent.ts'
import { maskedEmail } from '../../lib/masked-email.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import { hashOfLink } from '../../mail/consent-link.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { isComplete, senderOf } from '../../mail/senders.ts'
import { entriesOf, type HeldConsent, heldConsent, isAssigned } from './repository.ts'

const day = 24 * 60 * 60 * 1000

export const mailConsentHandlers = (jobs: Jobs): Handlers<typeof api> => ({
  get: async (ctx, { userId }) => answerOf(ctx, required(await heldConsent(ctx.scoped, userId, ctx.now))),

  // The question comes after all refusals: a stale page, a day to come, a 配信停止.
  record: async (ctx, { userId, last, given, on, source, detail }) => {
    const held = await hold(ctx, userId)
    if ((held.latest?.id ?? null) !== last) throw new ApiError('stale', { current: await answerOf(ctx, held) })
    if (on > tokyoDayOf(ctx.now)) throw invalid('on', 'この項目には今日までの日付を入力してください。')
    if (given && held.isWithdrawn) throw invalid('given', consentIsTheMembers)
    if (given && held.email === null) throw invalid('given', '会員にメールアドレスがないため、同意を記録できません。')
    const state = given ? 'given' : held.latest?.state === 'given' || held.counts ? 'withdrawn' : 'declined'
    if (!given && held.isWithdrawn) throw invalid('given', 'すでに配信停止です。')
    await ctx.scoped.insert(mailConsent).values({
      ...{ memberId: String(held.memberId), state, statedOn: on, source, detail: detail?.trim() || null },
      ...{ email: held.email, recordedBy: ctx.principal.staffId, recordedAt: ctx.now },
    })
    note(ctx, userId, held, state, { on, source })
    return answerOf(ctx, required(await heldConsent(ctx.scoped, userId, ctx.now)))
  },

  sendLink: {
    prepare: async () => {
      await jobs.ready()
      return async (ctx, { userId }) => {
        const held = await hold(ctx, userId)
        const { email, memberId, shopId } = held
        if (held.counts) throw refused('この会員は、いまのメールアドレスへの配信に同意しています。')
        if (email === null) throw refused('会員にメールアドレスがないため、送れません。')
        if (held.isBounced) throw refused('このメールアドレスには、メールを送れません。')
        if (!isComplete(await senderOf(ctx.scoped, String(shopId)))) throw refused(senderMissing)
        if ((await linksSince(ctx, memberId)) >= mostConsentLinks)
          throw refused(
            `同意の確認メールは、1人の会員に1日${mostConsentLinks}通まで送れます。明日もう一度お試しください。`,
          )
        const expiresAt = new Date(ctx.now.getTime() + consentLinkDays * day)
        const [link] = await ctx.scoped
          .insert(mailConsentLink)
          .values({
            ...{ memberId: String(memberId), email, createdBy: ctx.principal.staffId },
            ...{ createdAt: ctx.now, expiresAt },
          })
          .returning({ id: mailConsentLink.id })
        await jobs.add(ctx.scoped, 'mail', { kind: 'consentLink', linkId: (link as { id: string }).id })
        ctx.audit({
          ...{ resourceType: 'member', resourceId: userId, memberId: String(memberId), shopId: String(shopId) },
          reason: '会員からの申し出',
        })
        return answerOf(ctx, required(await heldConsent(ctx.scoped, userId, ctx.now)))
      }
    },
  },

  // The chain's name for an unknown link too, so that the caller learns nothing.
  confirming: async (ctx, { token }) => ({
    name: await ctx.transaction(async (tx) => {
      const [found] = await rowsOf<{ name: string | null }>(
        tx,
        sql`select consent_link_sender(${hashOfLink(token)}, ${ctx.now.toISOString()}::timestamptz) as name`,
      )
      return found?.name ?? ''
    }),
  }),

  give: (ctx, { token }) => answerLink(ctx, token, true),
  decline: (ctx, { token }) => answerLink(ctx, token, false),
})

/** By whoever has the link that went to the address. */
const answerLink = (ctx: PublicCtx, token: string, gives: boolean) =>
  ctx.transaction(async (tx) => {
    const [found] = await rowsOf<{ member_id: number; shop_id: number }>(
      tx,
      sql`select * from answer_consent_link(${hashOfLink(token)}, ${gives}, ${ctx.now.toISOString()}::timestamptz)`,
    )
    if (!found) return { isDone: false }
    await ctx.audit(tx, {
      action: gives ? 'mailConsented' : 'mailDeclined',
      resourceType: 'mailConsent',
      memberId: String(found.member_id),
      shopId: String(found.shop_id),
    })
    return { isDone: true }
  })

/** Locked, so that of two calls the later one sees what the earlier one wrote; 404 where out of sight. */
async function hold({ scoped, now }: Ctx, userId: string): Promise<HeldConsent> {
  await scoped.execute(sql`select id from member where user_id = ${Number(userId)} for update`)
  return required(await heldConsent(scoped, userId, now))
}

const invalid = (field: keyof Input<typeof api.record>, message: string) =>
  new ApiError('invalid', { fields: { [field]: message } })
const refused = (message: string) => new ApiError('conflict', { message })

/** Links at a member's request in the last 24 hours. */
async function linksSince({ scoped, now }: Ctx, memberId: number): Promise<number> {
  const since = new Date(now.getTime() - day)
  const [found] = await rowsOf<{ links: number }>(
    scoped,
    sql`select count(*)::integer as links from mail_consent_link
      where member_id = ${memberId} and not is_request and created_at > ${since.toISOString()}::timestamptz`,
  )
  return found?.links ?? 0
}

function note(
  ctx: Ctx,
  userId: string,
  { memberId, shopId, latest }: HeldConsent,
  state: MailConsentState,
  said: { on: string; source: string },
) {
  const changed = {
    mailConsent: { before: latest?.state ?? null, after: state },
    mailConsentOn: { before: latest?.on ?? null, after: said.on },
    mailConsentSource: { before: latest?.source ?? null, after: said.source },
  }
  ctx.audit({
    ...{ resourceType: 'member', resourceId: userId, memberId: String(memberId), shopId: String(shopId) },
    diff: Object.fromEntries(Object.entries(changed).filter(([, { before, after }]) => before !== after)),
  })
}

async function answerOf(ctx: Ctx, held: HeldConsent): Promise<MailConsent> {
  const isShown = seesContact(ctx) || (await isAssigned(ctx.scoped, held.memberId, ctx.now))
  const entries = await entriesOf(ctx.scoped, held.memberId)
  return {
    state: held.isWithdrawn ? 'withdrawn' : (held.latest?.state ?? null),
    counts: held.counts,
    list: entries.map(({ id, email, recordedById, recordedByName, recordedAt, ...entry }) => ({
      ...entry,
      id: String(id),
      email: isShown ? email : maskedEmail(email),
      recordedBy:
        recordedById !== null && recordedByName !== null
          ? { id: String(recordedById), displayName: recordedByName }
          : null,
      recordedAt: toTokyoDateTime(new Date(recordedAt)),
    })),
    linkSentAt: held.linkSentAt && toTokyoDateTime(new Date(held.linkSentAt)),
  }
}
