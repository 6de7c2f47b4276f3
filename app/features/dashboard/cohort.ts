import { formatMonth } from '~/lib/dates'

const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()
const written = (date: string) => date.replaceAll('-', '/')

/** The month (YYYY-MM) if `from` to `to` is exactly one month; otherwise null. */
export function wholeMonth(from: string, to: string): string | null {
  const month = from.slice(0, 7)
  return to.startsWith(month) && from.endsWith('-01') && Number(to.slice(8)) === lastDayOf(month) ? month : null
}

/** When a cohort joined: `2026年8月`, or `2026/08/01〜08/20` for an incomplete month. */
export function cohortName(from: string, to: string): string {
  const month = wholeMonth(from, to)
  return month ? formatMonth(month) : `${written(from)}〜${written(to).slice(5)}`
}
