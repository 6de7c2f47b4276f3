import { eq } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { MailLog, MailLogRow, mailLog } from '#contract/mail.ts'
import { textOf } from '#contract/mail-plain.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { sightOf } from '../../db/member-search.ts'
import { required } from '../../db/records.ts'
import { mail } from '../../db/schema/mail.ts'
import { maskedAddresses, maskedEmail } from '../../lib/masked-email.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import { currentPause } from '../../mail/pause.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { wireOf } from '../../wire/rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import {
  type CountedMail,
  cancelWaiting,
  effectUntil,
  excludedOf,
  listMails,
  listRecipients,
  type MailRecord,
  mailById,
  namedIn,
  whoCame,
} from './repository.ts'

/** The filter's subjects: 404 where one of them is not visible. */
export async function requireNamed(ctx: Ctx, input: Input<typeof mailLog.list>) {
  if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
  const of = await namedIn(ctx.scoped, input)
  if (input.userId !== undefined || input.memberId !== undefined) required(of.member)
  if (input.templateId !== undefined) required(of.template)
  if (input.stepId !== undefined) required(of.step)
  return of
}

const wireTime = (at: string | null) => at && toTokyoDateTime(new Date(at))

export const mailLogHandlers: Handlers<typeof mailLog> = {
  list: async (ctx, input) => {
    const of = await requireNamed(ctx, input)
    const pause = await currentPause(ctx.scoped, ctx.now)
    return { ...listAnswer(input, await listMails(ctx, input), (row) => toRow(row, pause, ctx.now)), of }
  },

  get: async (ctx, { id }) => toMail(ctx, required(await mailById(ctx, id))),

  recipients: async (ctx, input) => {
    required(await mailById(ctx, input.id))
    const isMasked = !seesAddresses(ctx)
    return listAnswer(input, await listRecipients(ctx.scoped, sightOf(ctx), input), (row) => ({
      ...row,
      id: String(row.id),
      userId: String(row.userId),
      email: isMasked ? maskedEmail(row.email) : row.email,
      error: isMasked ? row.error && maskedAddresses(row.error) : row.error,
      at: wireTime(row.at),
      unsubscribedAt: wireTime(row.unsubscribedAt),
      openedAt: wireTime(row.openedAt),
      clickedAt: wireTime(row.clickedAt),
    }))
  },

  cancel: async (ctx, { id, version }) => {
    const before = await hold(ctx, id)
    if (version !== undefined && version !== before.version) {
      throw new ApiError('stale', { current: await toMail(ctx, before) })
    }
    if (before.sentAt === null) {
      const by = { cancelledAt: ctx.now, cancelledBy: ctx.principal.staffId, version: before.version + 1 }
      await ctx.scoped.update(mail).set(by).where(eq(mail.id, id))
      await cancelWaiting(ctx.scoped, id, ctx.now)
    }
    const after = required(await mailById(ctx, id))
    ctx.audit({
      resourceId: id,
      diff: { status: { before: before.status, after: after.status } },
      rowCount: after.cancelled - before.cancelled,
    })
    return toMail(ctx, after)
  },
}

const seesAddresses = ({ principal: { role, isAdmin } }: Ctx) => isAdmin || role !== 'level3'

/** Locked until the call ends; 403 where it also has recipients in shops out of scope. */
async function hold(ctx: Ctx, id: string): Promise<MailRecord> {
  const held = await ctx.scoped.select({ id: mail.id }).from(mail).where(eq(mail.id, id)).for('update')
  const record = required(await mailById(ctx, id))
  if (held.length === 0) throw new ApiError('forbidden')
  return record
}

type Pause = Awaited<ReturnType<typeof currentPause>>

/** Whether letters of it are due and wait for the mail server. */
const isPaused = ({ sentAt, sendAt }: CountedMail, pause: Pause, now: Date) =>
  pause !== null && sentAt === null && sendAt <= now

function toRow(row: CountedMail, pause: Pause, now: Date): MailLogRow {
  return { ...toCounts(row), isPaused: isPaused(row, pause, now) }
}

function toCounts({
  targetShopIds: _,
  total,
  delivered,
  bounced,
  failed,
  cancelled,
  unsubscribed,
  opened,
  clicked,
  excluded,
  ...row
}: CountedMail) {
  const waiting = total - delivered - bounced - failed - cancelled
  return {
    ...wireOf(row),
    counts: { total, waiting, delivered, bounced, failed, cancelled, unsubscribed, opened, clicked, excluded },
  }
}

async function toMail(ctx: Ctx, record: MailRecord): Promise<MailLog> {
  const {
    body,
    fromName,
    replyTo,
    footer,
    isTracked,
    template,
    step,
    sleepingReason,
    cancelledBy,
    cancelledAt,
    stoppedAt,
    stopDetail,
    ...row
  } = record
  const pause = await currentPause(ctx.scoped, ctx.now)
  const shown = seesAddresses(ctx) ? (reply: string) => reply : maskedAddresses
  const isWhollyInSight = ctx.shops === 'all' || row.targetShopIds.every((id) => ctx.shops.includes(String(id)))
  return {
    ...toRow(row, pause, ctx.now),
    ...{
      body,
      bodyText: textOf(body),
      fromName,
      replyTo,
      footer,
      isTracked,
      template,
      step,
      sleepingReason,
      cancelledBy,
    },
    cancelledAt: cancelledAt && toTokyoDateTime(cancelledAt),
    pause:
      pause && isPaused(row, pause, ctx.now)
        ? { until: toTokyoDateTime(pause.until), detail: shown(pause.detail) }
        : null,
    stop: stoppedAt && { at: toTokyoDateTime(stoppedAt), detail: shown(stopDetail ?? '') },
    excludedReasons: await excludedOf(ctx.scoped, row.id),
    canCancel: ctx.can('mail.send') && isWhollyInSight && row.sentAt === null,
    effect: await effectOf(ctx, row),
  }
}

/** For a sent フォロー, up to the data date; null before its first day is covered. */
async function effectOf(ctx: Ctx, { id, category, sendAt, delivered }: CountedMail): Promise<MailLog['effect']> {
  if (category !== 'followUp' || delivered === 0) return null
  const from = tokyoDayOf(sendAt)
  const { last, until } = await effectUntil(ctx.scoped, id, from)
  if (until === null || until <= from) return null
  const rows = await whoCame(ctx.scoped, id, from, until)
  const of = (wanted: boolean) => {
    const found = rows.find(({ isWritten }) => isWritten === wanted)
    return { people: found?.people ?? 0, came: found?.came ?? 0 }
  }
  return { until, isOver: until === last, written: of(true), others: of(false) }
}
