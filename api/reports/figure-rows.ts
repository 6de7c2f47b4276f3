import { type SQL, sql } from 'drizzle-orm'
import { capped, monthOf, type Period } from './periods.ts'

// What each figure of a report was counted from, row by row (domain.md §2.0). The figure told beside the rows is their
// sum, never the report's own: that the two agree is what people come here to see. Names come from the view
// `member_name_in_scope`, which also knows those who have moved away (decision 0017).

export interface Page {
  offset: number
  limit: number
}

/** A month, or the year of twelve months that begins with `fiscalStartMonth`. */
export interface AskedPeriod {
  year: number
  month?: number | undefined
  fiscalStartMonth: number
}

/** The asked period up to the data date; null when it begins after it. */
export function countedPeriod({ year, month, fiscalStartMonth }: AskedPeriod, dataDate: string | null): Period | null {
  const { from } = monthOf(year, month ?? fiscalStartMonth)
  const { to } = monthOf(year, month ?? fiscalStartMonth + 11)
  return dataDate === null ? null : capped({ from, to }, dataDate)
}

export const slice = ({ offset, limit }: Page): SQL => sql`limit ${limit} offset ${offset}`

/** Whether an instant lies in the days of the period, so that an index of instants answers it. */
export const happenedIn = (at: SQL, { from, to }: Period): SQL => sql`
  ${at} >= ${from}::date::timestamp at time zone 'Asia/Tokyo'
  and ${at} < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'`

/**
 * The days that hold the rows of a page, and where in them it begins; null when no row is left. A page is looked for in
 * its own days only: a year of a chain has millions of rows.
 */
export function daysOfPage(days: readonly { date: string; rows: number }[], { offset, limit }: Page) {
  let before = 0
  const dates: string[] = []
  let skipped = 0
  for (const { date, rows } of days) {
    if (before < offset + limit && before + rows > offset) {
      if (dates.length === 0) skipped = offset - before
      dates.push(date)
    }
    before += rows
  }
  const [from] = dates
  const to = dates.at(-1)
  return from === undefined || to === undefined ? null : { period: { from, to }, offset: skipped }
}
