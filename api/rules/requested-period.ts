import { ApiError } from '#contract/errors.ts'
import { addDays } from '../figures/periods.ts'
import { tokyoDayOf } from '../lib/time.ts'

/** Days are YYYY-MM-DD, both ends included. */
export interface RequestedPeriod {
  from: string
  to: string
}

interface Bounds {
  /** Maximum length of a period. */
  most: number
  /** Default length, up to today; from or up to the other end where one is missing. */
  usual: number
}

/**
 * The requested days of a list; 422 at `to` where they are too many or end before they start, and for other centuries,
 * because derived days may be outside the database's range.
 */
export function requestedPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
  { most, usual }: Bounds,
): RequestedPeriod {
  for (const [field, day] of Object.entries({ from, to })) {
    if (day === undefined || day.startsWith('20')) continue
    throw refuse('この項目には2000年から2099年までの日付を指定してください。', field)
  }
  const until = to ?? (from ? addDays(from, usual - 1) : tokyoDayOf(now))
  const since = from ?? addDays(until, 1 - usual)
  const days = (Date.parse(until) - Date.parse(since)) / 86_400_000 + 1
  if (days < 1) throw refuse('この項目には開始日以降の日を指定してください。')
  if (days > most) throw refuse(`この項目には開始日から${most}日以内の日を指定してください。`)
  return { from: since, to: until }
}

const refuse = (message: string, field = 'to') => new ApiError('invalid', { fields: { [field]: message } })
