import type { MailDraft, MailPreview } from '#contract/mail.ts'
import { mostOfShopManager, overQuota, secondsToCallBack, tooManyAtOnce, wantsSender } from '#contract/words/mail.ts'
import type { Question } from '~/components/resource-form/use-resource-form'
import { currentMonth, formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { quietNotice } from './values'

type Confirmed = Pick<MailDraft, 'category' | 'subject' | 'fromName' | 'sendAt' | 'sleepingReason'>

const isOfThisMonth = (sendAt: string | null) => sendAt === null || currentMonth(new Date(sendAt)) === currentMonth()

/** The API's error if there are too many recipients; otherwise undefined. */
export function sizeFault(
  { category, sendAt }: Pick<Confirmed, 'category' | 'sendAt'>,
  { total, quota: [fullest] }: Pick<MailPreview, 'total' | 'quota'>,
  isShopManager: boolean,
): string | undefined {
  if (isShopManager && total > mostOfShopManager) {
    return tooManyAtOnce
  }
  if (!fullest || !wantsSender(category) || !isOfThisMonth(sendAt)) return undefined
  return fullest.used + fullest.adding <= fullest.limit ? undefined : overQuota(fullest, '今月')
}

/** Confirmation before sending: subject, sender, number of recipients, time, and each shop's monthly quota. */
export function sendQuestion(
  { category, subject, fromName, sendAt, sleepingReason }: Confirmed,
  preview: MailPreview,
): Question {
  const { total, excluded, quota } = preview
  const left = excluded.reduce((sum, { count }) => sum + count, 0)
  const lines = [
    `件名: ${subject}`,
    `宛先: ${formatCount(total)}名（除外 ${formatCount(left)}名）`,
    `差出人: ${fromName ?? '会社情報の差出人名'}`,
    sendAt === null
      ? `送信: 確定の${secondsToCallBack}秒後に始めます。それまでは取り消せます。`
      : `送信: ${formatDateTime(sendAt)}に始めます。それまでは取り消せます。`,
    ...(sleepingReason === null ? [] : [`休眠会員にも送ります（${sleepingReason}）。`]),
    // A future month has no count yet.
    ...(wantsSender(category) && isOfThisMonth(sendAt)
      ? quota.map(
          ({ shopName, used, adding, limit }) =>
            `${shopName}: 今月 ${formatCount(used + adding)} / ${formatCount(limit)}通（今回 ${formatCount(adding)}通）`,
        )
      : []),
    quietNotice(sendAt),
  ]
  return { title: 'メールを送信', text: lines.filter((line) => line !== undefined).join('\n') }
}
