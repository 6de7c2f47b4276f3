import { MailDraft } from '#contract/mail.ts'
import { leastMinutesAhead, mostDaysAhead, quietHours } from '#contract/words/mail.ts'
import { toLocalInput } from '~/lib/dates'

const sendTimeFault = (sendAt: string, now: number) => {
  const ahead = Date.parse(sendAt) - now
  if (ahead < leastMinutesAhead * 60_000) return `送信日時は${leastMinutesAhead}分後以降を指定してください。`
  return ahead > mostDaysAhead * 86_400_000 ? `送信日時は${mostDaysAhead}日後までを指定してください。` : undefined
}

/** What a mail says, and the template that it began with. */
export type MailContent = Pick<
  MailDraft,
  'templateId' | 'category' | 'subject' | 'body' | 'fromName' | 'replyTo' | 'footer'
>
/** What the form holds. */
export type MailValues = Omit<MailDraft, 'expected'>

/** The contract's draft, with what the API says of a time to send at said before the question. */
export const draftWithTime = MailDraft.superRefine(({ sendAt }, context) => {
  const fault = sendAt === null ? undefined : sendTimeFault(sendAt, Date.now())
  if (fault) context.addIssue({ code: 'custom', path: ['sendAt'], message: fault })
})

/** What is to be said of a time when members sleep; undefined in the daytime. `null`: now. */
export function quietNotice(sendAt: string | null, now = new Date()): string | undefined {
  const at = sendAt === null ? now : new Date(sendAt)
  if (Number.isNaN(at.getTime())) return undefined
  const hour = Number(toLocalInput(at.toISOString()).slice(11, 13))
  if (hour < quietHours.from && hour >= quietHours.until) return undefined
  return `${quietHours.from}時から${quietHours.until}時は配信停止時間帯です。急ぎでなければ別の時刻をお勧めします。`
}
