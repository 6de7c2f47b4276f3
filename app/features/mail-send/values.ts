import { MailDraft } from '#contract/mail.ts'
import { leastMinutesAhead, mostDaysAhead, quietHours } from '#contract/words/mail.ts'
import { isValidDate, toLocalInput } from '~/lib/dates'

const sendTimeFault = (sendAt: string, now: number) => {
  const ahead = Date.parse(sendAt) - now
  if (ahead < leastMinutesAhead * 60_000) return `送信日時は${leastMinutesAhead}分後以降を指定してください。`
  return ahead > mostDaysAhead * 86_400_000 ? `送信日時は${mostDaysAhead}日後までを指定してください。` : undefined
}

/** Content of a mail, and its template. */
export type MailContent = Pick<
  MailDraft,
  'templateId' | 'category' | 'subject' | 'body' | 'fromName' | 'replyTo' | 'footer' | 'isTracked'
>
/** Values of the form. */
export type MailValues = Omit<MailDraft, 'expected'>

/** The contract's draft schema, plus the API's rule on the sending time, checked before the confirmation. */
export const draftWithTime = MailDraft.superRefine(({ sendAt }, context) => {
  const fault = sendAt === null ? undefined : sendTimeFault(sendAt, Date.now())
  if (fault) context.addIssue({ code: 'custom', path: ['sendAt'], message: fault })
})

/** Warning for sending at night; undefined in the daytime. `null`: now. */
export function quietNotice(sendAt: string | null, now = new Date()): string | undefined {
  const at = sendAt ?? now.toISOString()
  if (!isValidDate(at)) return undefined
  const hour = Number(toLocalInput(at).slice(11, 13))
  if (hour < quietHours.from && hour >= quietHours.until) return undefined
  return `${quietHours.from}時から${quietHours.until}時は配信停止時間帯です。急ぎでなければ別の時刻をお勧めします。`
}
