import { isInReach } from '#contract/words/common.ts'
import { weekdays } from '#contract/words/weekday.ts'

/** Japan has had no daylight saving since 1951, so Tokyo has a fixed offset from UTC. */
const tokyoOffset = 9 * 3_600_000

const twoDigits = (value: number) => String(value).padStart(2, '0')
const inTokyo = (instant: Date) => new Date(instant.getTime() + tokyoOffset)

/** The calendar day in Asia/Tokyo at `now`, as YYYY-MM-DD. */
export const todayInTokyo = (now = new Date()) => inTokyo(now).toISOString().slice(0, 10)

/** The calendar month in Asia/Tokyo at `now`, as YYYY-MM. */
export const currentMonth = (now = new Date()) => todayInTokyo(now).slice(0, 7)

/** Whether `text` is a month from 2000-01 to 2100-12, written YYYY-MM. */
export const isMonth = (text: string | undefined): text is string => /^(20\d\d|2100)-(0[1-9]|1[0-2])$/.test(text ?? '')

/** Year and month (1–12) of a YYYY-MM. */
export const monthParts = (month: string) => ({ year: Number(month.slice(0, 4)), month: Number(month.slice(5, 7)) })

/** The month `distance` months after (or before) a YYYY-MM. */
export function addMonths(month: string, distance: number): string {
  const parts = monthParts(month)
  const count = parts.year * 12 + parts.month - 1 + distance
  return `${Math.floor(count / 12)}-${twoDigits((count % 12) + 1)}`
}

/** Whether a text is a date: whether it stands for a moment. */
export const isValidDate = (text: string) => !Number.isNaN(Date.parse(text))

/** Whether a text is a day of the calendar that may be sent: YYYY-MM-DD, 1900 to 2199. */
export const isDay = (text: string) =>
  // `Date.parse` takes 02-30 for 03-02.
  /^\d{4}-\d\d-\d\d$/.test(text) && isInReach(text) && isValidDate(text) && addDays(text, 0) === text

/** The calendar day `distance` days after (or before) a YYYY-MM-DD. */
export const addDays = (day: string, distance: number) =>
  new Date(Date.parse(day) + distance * 86_400_000).toISOString().slice(0, 10)

/** The last day of a month, YYYY-MM-DD. */
export const lastDayOf = (month: string) => addDays(`${addMonths(month, 1)}-01`, -1)

/** The weekday of a YYYY-MM-DD: 0 = Sunday … 6 = Saturday. */
export const dayOfWeek = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The Monday of the week that holds a YYYY-MM-DD. */
export const mondayOf = (day: string) => addDays(day, -((dayOfWeek(day) + 6) % 7))

/** `2026年1月` for 2026-01. */
export function formatMonth(month: string): string {
  const parts = monthParts(month)
  return `${parts.year}年${parts.month}月`
}

/** The Japanese weekday (`月`) of 0 = Sunday … 6 = Saturday. */
export const weekdayName = (dayOfWeek: number) => weekdays[dayOfWeek] ?? ''

/** `1/5` for the calendar day 2026-01-05. */
export const shortDay = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`

/** `2026/01/05(月)` for the calendar day 2026-01-05. */
export const formatDate = (date: string) => `${date.replaceAll('-', '/')}(${weekdayName(dayOfWeek(date))})`

/** `2026/01/05(月) 14:05` in Asia/Tokyo for an ISO instant with any offset. */
export function formatDateTime(instant: string): string {
  const text = inTokyo(new Date(instant)).toISOString()
  return `${formatDate(text.slice(0, 10))} ${text.slice(11, 16)}`
}

/** `14:05` for an instant of today in Asia/Tokyo, with its date for one of another day. */
export const formatMoment = (instant: string, now = new Date()) =>
  formatDateTime(instant).slice(todayInTokyo(new Date(instant)) === todayInTokyo(now) ? -5 : 0)

/** What a `datetime-local` input shows for an ISO instant: `2026-01-05T14:05` in Asia/Tokyo. */
export const toLocalInput = (instant: string) => inTokyo(new Date(instant)).toISOString().slice(0, 16)

/** The ISO instant, as the API writes it, of what a `datetime-local` input holds in Asia/Tokyo. */
export const fromLocalInput = (local: string) => `${local}:00.000+09:00`
