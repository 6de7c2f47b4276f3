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
