import { addDays, mondayOf } from '~/lib/dates'

/** A day of the period; null if nothing was logged, which is not 0. */
export interface Slot<Log> {
  date: string
  log: Log | null
}

/** Each day of the period, the first and the last included, with its log. */
export function slotsOf<Log>(
  rows: readonly { date: string; log: Log | null }[],
  from: string,
  to: string,
): Slot<Log>[] {
  const known = new Map(rows.map(({ date, log }) => [date, log]))
  const slots: Slot<Log>[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) slots.push({ date, log: known.get(date) ?? null })
  return slots
}

/** Weeks that overlap the period, Monday first; null for days outside it. */
export function weeksOf<Log>(slots: readonly Slot<Log>[]): (Slot<Log> | null)[][] {
  const first = slots[0]
  if (!first) return []
  const before = Math.round((Date.parse(first.date) - Date.parse(mondayOf(first.date))) / 86_400_000)
  const cells = [...Array.from({ length: before }, () => null), ...slots]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => cells[week * 7 + day] ?? null),
  )
}

/** The days to label on the axis, up to a maximum: every day of a short period, otherwise every (nth) Monday. */
export function daysToName(dates: readonly string[], most: number): string[] {
  const mondays = dates.filter((date) => mondayOf(date) === date)
  const candidates = dates.length <= Math.min(7, most) || mondays.length === 0 ? dates : mondays
  const step = Math.max(1, Math.ceil(candidates.length / Math.max(1, most)))
  return candidates.filter((_, at) => at % step === 0)
}

/** Index of the day that an arrow key moves to, within the period; undefined for other keys. */
export function dayAfter(key: string, at: number, length: number): number | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  if (step === undefined) return undefined
  const next = at + step
  return next < 0 || next >= length ? at : next
}
