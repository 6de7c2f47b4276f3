import { type SQL, sql } from 'drizzle-orm'
import { addDays, earlier, laterOf, monthOf, type Period } from './periods.ts'

// How a period of sales is read: its whole months from the rollups of months, the days at its ends from those of days.

export const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`

/** The calendar month of a day. */
export const monthAround = (date: string): Period => monthOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)))

/** The parts of a period by calendar month. */
export function monthParts({ from, to }: Period): Period[] {
  const parts: Period[] = []
  for (let first = from; first <= to; first = addDays(monthAround(first).to, 1)) {
    parts.push({ from: first, to: earlier(monthAround(first).to, to) })
  }
  return parts
}

/** Whether a month's rollup, which reaches to the data date, is of exactly these days of it. */
const isWholeMonth = ({ from, to }: Period, dataDate: string) =>
  from === firstOfMonth(from) && to === earlier(monthAround(from).to, dataDate)

/** The first days of the months that the period has whole, up to the data date, and its other days. */
function stretchesOf(period: Period, dataDate: string): { months: string[]; days: Period[] } {
  const parts = monthParts(period)
  return {
    months: parts.filter((part) => isWholeMonth(part, dataDate)).map(({ from }) => from),
    days: parts.filter((part) => !isWholeMonth(part, dataDate)),
  }
}

/** Whether a column is one of these months, which follow each other: a range, for the index that begins with the shop. */
const inMonths = (column: SQL, months: readonly string[]): SQL => {
  const [first, last] = [months[0], months.at(-1)]
  return first === undefined || last === undefined ? sql`false` : sql`${column} between ${first} and ${last}`
}

/** Several stretches of days as they are read: whether a month is one that they have whole, and their other days. */
export function readOf(
  stretches: readonly Period[],
  dataDate: string,
): { isMonth: (column: SQL) => SQL; months: string[]; days: Period[] } {
  const parts = stretches.map((one) => stretchesOf(one, dataDate))
  return {
    isMonth: (column) =>
      parts.length === 0
        ? sql`false`
        : sql`(${sql.join(
            parts.map(({ months }) => inMonths(column, months)),
            sql` or `,
          )})`,
    days: parts.flatMap(({ days }) => days),
    months: parts.flatMap(({ months }) => months),
  }
}

/** Whether a requested period is of whole calendar months. */
export const isOfMonths = ({ from, to }: Period): boolean => from === firstOfMonth(from) && to === monthAround(to).to

const monthsBefore = (date: string, months: number) =>
  monthOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - months)

/** The day of the month `months` earlier; its last day where that one is missing. */
const sameDayBefore = (date: string, months: number) => {
  const { from, to } = monthsBefore(date, months)
  return earlier(addDays(from, Number(date.slice(8)) - 1), to)
}

/** A period moved back: whole months stay whole, and an open one ends on the same day of its month. */
const monthsEarlier = (requested: Period, counted: Period, months: number): Period => ({
  from: isOfMonths(requested) ? monthsBefore(counted.from, months).from : sameDayBefore(counted.from, months),
  to:
    isOfMonths(requested) && counted.to === monthAround(counted.to).to
      ? monthsBefore(counted.to, months).to
      : sameDayBefore(counted.to, months),
})

/**
 * The period of the same length before `counted`, the part of `requested` up to the data date, and that of a year
 * before.
 */
export function comparedTo(requested: Period, counted: Period): { prev: Period; lastYear: Period } {
  const lastYear = monthsEarlier(requested, counted, 12)
  if (isOfMonths(requested)) return { prev: monthsEarlier(requested, counted, monthParts(counted).length), lastYear }
  const days = (Date.parse(counted.to) - Date.parse(counted.from)) / 86_400_000 + 1
  return { prev: { from: addDays(counted.from, -days), to: addDays(counted.from, -1) }, lastYear }
}

/** An SQL array of dates. */
export const dateArray = (dates: readonly string[]): SQL => sql`${`{${dates.join(',')}}`}::date[]`

/** The points of a series: each day, or the first day of each month. */
export function pointsOf(period: Period, unit: 'day' | 'month'): string[] {
  if (unit === 'month') return monthParts(period).map(({ from }) => firstOfMonth(from))
  const points: string[] = []
  for (let date = period.from; date <= period.to; date = addDays(date, 1)) points.push(date)
  return points
}

/** The days of a point that are in the period. */
export const pointDays = (point: string, unit: 'day' | 'month', { from, to }: Period): Period =>
  unit === 'day' ? { from: point, to: point } : { from: laterOf(point, from), to: earlier(monthAround(point).to, to) }
