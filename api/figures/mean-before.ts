import { addDays, monthOf, type Period, weekdayOf } from './periods.ts'

/** How many periods before a week, or month, 月曜の一枚 and 「なぜ」 take the mean of. */
export const meanOf = {
  week: { periods: 4, label: '前の4週の平均', unit: '週' },
  month: { periods: 3, label: '前の3か月の平均', unit: '月' },
} as const

/** The four weeks before a week (Monday to Sunday), or the three months before a calendar month; null of other days. */
export function meanBefore({ from, to }: Period): { days: Period; periods: number } | null {
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  const before = addDays(from, -1)
  if (weekdayOf(from) === 1 && to === addDays(from, 6)) {
    const { periods } = meanOf.week
    return { days: { from: addDays(from, -7 * periods), to: before }, periods }
  }
  const own = monthOf(year, month)
  if (from !== own.from || to !== own.to) return null
  const { periods } = meanOf.month
  return { days: { from: monthOf(year, month - periods).from, to: before }, periods }
}
