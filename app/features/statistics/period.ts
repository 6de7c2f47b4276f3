import { addMonths, currentMonth, formatMonth, isMonth, lastDayOf } from '~/lib/dates'
import { parseWhole } from '~/lib/numbers'
import { type ShopChoice, shopInUrl, shopRequest } from '~/shop/selected-shop'

/** How many months a report may show together. */
export const lengths = [1, 3, 6, 12] as const
type Length = (typeof lengths)[number]

export interface PeriodSearch {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
  /** The last month, YYYY-MM; absent: the current month. */
  month?: string
  /** How many months; absent: one. */
  months?: Exclude<Length, 1>
  /** The figure whose change is explained, as the sheet reads it. */
  why?: string
}

/** Shop and period of a report's URL. Invalid values become undefined, not absent: the router would keep absent keys. */
export function periodSearch({ shop, month, months, why }: Record<string, unknown>): PeriodSearch {
  const length = lengths.find((one) => one === parseWhole(months))
  return {
    shop: shopInUrl(shop),
    month: typeof month === 'string' && isMonth(month) ? month : undefined,
    months: length === 1 ? undefined : length,
    why: typeof why === 'string' ? why : undefined,
  } as PeriodSearch
}

/** The months in the URL, YYYY-MM, at most up to the current one in Tokyo. */
export function shownMonths({ month, months = 1 }: { month?: string | undefined; months?: number | undefined }) {
  const current = currentMonth()
  const last = month !== undefined && month < current ? month : current
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
