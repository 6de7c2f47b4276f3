import { ApiError } from '#contract/errors.ts'
import { mostReportDays, usualReportDays } from '#contract/words/daily-report.ts'
import { addDays, type Period } from '../../figures/periods.ts'
import { tokyoDayOf } from '../../lib/time.ts'

/** The business day of a shop whose business day starts at this hour. */
export const businessDayOf = (now: Date, dayStartHour: number): string =>
  tokyoDayOf(new Date(now.getTime() - dayStartHour * 3_600_000))

const refuse = (field: string, message: string) => new ApiError('invalid', { fields: { [field]: message } })
const isInReach = (day: string) => day.startsWith('20')

/** The requested days; where one end is missing, the last 31 up to today, or as many from or up to the other. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  for (const [field, day] of Object.entries({ from, to })) {
    if (day !== undefined && !isInReach(day))
      throw refuse(field, 'この項目には2000年から2099年までの日付を入力してください。')
  }
  const until = to ?? (from ? addDays(from, usualReportDays - 1) : tokyoDayOf(now))
  const since = from ?? addDays(until, 1 - usualReportDays)
  if (until < since) throw refuse('to', 'この項目には開始日以降の日を指定してください。')
  if (addDays(since, mostReportDays - 1) < until) {
    throw refuse('to', `この項目には開始日から${mostReportDays}日以内の日を指定してください。`)
  }
  return { from: since, to: until }
}

/** 422 for a day that has not started in the shop. */
export function requireReached(date: string, shop: { dayStartHour: number }, now: Date, field = 'date') {
  if (date <= businessDayOf(now, shop.dayStartHour)) return
  throw refuse(field, 'この項目には今日までの日付を入力してください。')
}
