import { addDays, addMonths, formatDate, formatMonth, lastDayOf, monthParts, todayInTokyo } from '~/lib/dates'
import { type PeriodInUrl, periodInUrl, shownMonth } from '~/lib/period-in-url'
import { periodInWords } from '~/lib/period-words'
import { type ShopChoice, shopInUrl, shopRequest } from '~/shop/selected-shop'

/** What a screen of 統計 gets from its route. */
export interface ScreenProps<Search> {
  search: Search
  onSearchChange: (next: Search) => void
}

/** What the URL of every report says. */
export interface ReportSearch extends PeriodInUrl {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
}

export interface PeriodSearch extends ReportSearch {
  /** The figure whose change is explained, as the sheet reads it. */
  why?: string
}

/** Shop and period of a URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export const reportSearch = (search: Record<string, unknown>): ReportSearch => ({
  shop: shopInUrl(search.shop),
  ...periodInUrl(search),
})

/** Shop, period and the explained figure of a URL; of invalid values as `reportSearch`. */
export const periodSearch = (search: Record<string, unknown>): PeriodSearch => ({
  ...reportSearch(search),
  why: typeof search.why === 'string' ? search.why : undefined,
})

/** The months to show, YYYY-MM, up to `shownMonth`. */
export function shownMonths(search: PeriodInUrl) {
  const { months: length = 1 } = search
  const last = shownMonth(search)
  return { first: addMonths(last, 1 - length), last, length }
}

/** Whole months in words: 2026年11月, 2026年9月〜11月の3か月. */
export const monthsInWords = (last: string, length: number) =>
  periodInWords({ from: `${addMonths(last, 1 - length)}-01`, to: lastDayOf(last) })

/** The last month, YYYY-MM, whose every day is before or on that of the data; in Asia/Tokyo, before today while it is not known. */
export function lastMonthOver(dataAsOf?: string | null): string {
  const day = dataAsOf ? todayInTokyo(new Date(dataAsOf)) : addDays(todayInTokyo(), -1)
  const month = day.slice(0, 7)
  return day === lastDayOf(month) ? month : addMonths(month, -1)
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

/** Shop and month of a report's request. */
export const requestedMonth = (search: ReportSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  ...monthParts(shownMonth(search)),
})

/** 11月, of a day or month. */
export const monthLabel = (date: string) => `${Number(date.slice(5, 7))}月`

/** Rows of a table that are months. */
export const monthRows = {
  keyOf: ({ month }: { month: string }) => month,
  nameOf: ({ month }: { month: string }) => formatMonth(month),
}

/** A point on a time axis: below it, and in full. */
export const pointNames = (date: string, unit: 'day' | 'month') =>
  unit === 'month'
    ? { label: monthLabel(date), name: formatMonth(date) }
    : { label: String(Number(date.slice(8))), name: formatDate(date) }
