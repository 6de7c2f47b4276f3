import { monthOf } from '../../figures/periods.ts'

/** The first day of a month, YYYY-MM. */
export const firstOf = (month: string) => `${month}-01`

/** The last day of a month, YYYY-MM. */
export function lastOf(of: string) {
  const { year, month } = yearAndMonth(of)
  return monthOf(year, month).to
}

export function yearAndMonth(of: string) {
  const [year, month] = of.split('-').map(Number) as [number, number]
  return { year, month }
}

/** So many months up to this one, YYYY-MM. */
export function monthsUpTo(last: string, count = 12) {
  const { year, month } = yearAndMonth(last)
  return Array.from({ length: count }, (_, at) => monthOf(year, month - count + 1 + at).from.slice(0, 7))
}

export const byShopAndMonth = <Row extends { shopId: string; month: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [`${row.shopId} ${row.month}`, row]))

/** Whether a shop was open on some day of a month, of which any day is given. */
export const wasOpenIn = (
  { openedOn, closedOn }: { openedOn: string; closedOn: string | null },
  day: string,
): boolean => openedOn.slice(0, 7) <= day.slice(0, 7) && (closedOn === null || closedOn >= firstOf(day.slice(0, 7)))
