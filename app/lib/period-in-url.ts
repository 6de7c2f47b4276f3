import { addMonths, currentMonth, isMonth, monthParts } from './dates'
import { parseWhole, wholeWithin } from './numbers'

/** How many months a report may show together. */
export const lengths = [1, 3, 6, 12] as const
type Length = (typeof lengths)[number]

/**
 * The period in the URL of a report or the dashboard, in the form in which it was chosen. Links between them pass it on
 * unchanged, and each screen shows the month or the year that follows from it: a month is in its year, and a year ends
 * with its last month. So nothing is lost on the way there and back.
 */
export interface PeriodInUrl {
  /** YYYY-MM, the last month; absent: as `year` says, or the current one. */
  month?: string
  /** How many months, of which `month` is the last; absent: one. */
  months?: Exclude<Length, 1>
  /** The year in which it begins; absent: as `month` says, or the current one. */
  year?: number
  /** 2–12, the first month of a year; absent: January. */
  fiscalStartMonth?: number
}

/** The period of a URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function periodInUrl(raw: Record<string, unknown>): PeriodInUrl {
  const month = typeof raw.month === 'string' && isMonth(raw.month) ? raw.month : undefined
  const length = lengths.find((one) => one === parseWhole(raw.months))
  return {
    month,
    months: length === 1 ? undefined : length,
    year: month === undefined ? wholeWithin(raw.year, 2000, 2100) : undefined,
    fiscalStartMonth: wholeWithin(raw.fiscalStartMonth, 2, 12),
  }
}

/** What links to other reports pass on: shop and period. */
export const passedOn = ({ shop, month, months, year, fiscalStartMonth }: PeriodInUrl & { shop?: string }) => ({
  shop,
  month,
  months,
  year,
  fiscalStartMonth,
})

/** The month to show, YYYY-MM, at most the current one in Tokyo. */
export function shownMonth({ month, year, fiscalStartMonth = 1 }: Omit<PeriodInUrl, 'months'>): string {
  const current = currentMonth()
  const last = month ?? (year === undefined ? current : addMonths(`${year}-01`, fiscalStartMonth + 10))
  return [last, current].sort()[0] as string
}

/** The year that begins in `startMonth` and has this day or month. */
export function yearWith(day: string, startMonth: number): number {
  const { year, month } = monthParts(day.slice(0, 7))
  return month >= startMonth ? year : year - 1
}

/** The current year in Tokyo, for years that begin in `startMonth`. */
export const currentYear = (startMonth: number) => yearWith(currentMonth(), startMonth)

/** The year to show, at most the current one in Tokyo. */
export function shownYear({ month, year, fiscalStartMonth = 1 }: PeriodInUrl): {
  year: number
  fiscalStartMonth: number
} {
  const current = currentYear(fiscalStartMonth)
  const chosen = year ?? (month === undefined ? current : yearWith(month, fiscalStartMonth))
  return { year: Math.min(chosen, current), fiscalStartMonth }
}
