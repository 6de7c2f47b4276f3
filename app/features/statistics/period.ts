import { addMonths, currentMonth, formatDate, formatMonth, isMonth, lastDayOf } from '~/lib/dates'
import { parseWhole } from '~/lib/numbers'
import { type ShopChoice, shopInUrl, shopRequest } from '~/shop/selected-shop'

/** How many months a report may show together. */
export const lengths = [1, 3, 6, 12] as const
type Length = (typeof lengths)[number]

/** What a screen of 統計 gets from its route. */
export interface ScreenProps<Search> {
  search: Search
  onSearchChange: (next: Search) => void
}

export interface MonthSearch {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
  /** YYYY-MM; absent: the current month. */
  month?: string
}

export interface PeriodSearch extends MonthSearch {
  /** How many months, of which `month` is the last; absent: one. */
  months?: Exclude<Length, 1>
  /** The figure whose change is explained, as the sheet reads it. */
  why?: string
}

/** Shop and month of a URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export const monthSearch = ({ shop, month }: Record<string, unknown>): MonthSearch => ({
  shop: shopInUrl(shop),
  month: typeof month === 'string' && isMonth(month) ? month : undefined,
})

/** Shop, months and the explained figure of a URL; of invalid values as `monthSearch`. */
export function periodSearch(search: Record<string, unknown>): PeriodSearch {
  const length = lengths.find((one) => one === parseWhole(search.months))
  return {
    ...monthSearch(search),
    months: length === 1 ? undefined : length,
    why: typeof search.why === 'string' ? search.why : undefined,
  }
}

/** The month in the URL, YYYY-MM, at most the current one in Tokyo. */
export function shownMonth({ month }: { month?: string | undefined }): string {
  const current = currentMonth()
  return month !== undefined && month < current ? month : current
}

/** The months in the URL, YYYY-MM, up to `shownMonth`. */
export function shownMonths({ month, months = 1 }: { month?: string | undefined; months?: number | undefined }) {
  const last = shownMonth({ month })
  return { first: addMonths(last, 1 - months), last, length: months }
}

/** 2026年11月, or 2026年9月〜2026年11月. */
export function periodName(search: PeriodSearch): string {
  const { first, last } = shownMonths(search)
  return first === last ? formatMonth(last) : `${formatMonth(first)}〜${formatMonth(last)}`
}

/** Shop and days of a report's request; the API counts them up to the data date. */
export function requestedDays(search: PeriodSearch, shops?: readonly ShopChoice[]) {
  const { first, last } = shownMonths(search)
  return {
    ...shopRequest(search.shop, shops),
    from: `${first}-01`,
    to: lastDayOf(last),
  }
}

/** 11月, of a day or month. */
export const monthLabel = (date: string) => `${Number(date.slice(5, 7))}月`

/** A point on a time axis: below it, and in full. */
export const pointNames = (date: string, unit: 'day' | 'month') =>
  unit === 'month'
    ? { label: monthLabel(date), name: formatMonth(date) }
    : { label: String(Number(date.slice(8))), name: formatDate(date) }
