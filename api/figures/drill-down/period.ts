import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import { addDays, ahead, capped, monthOf, type Period } from '../periods.ts'

// What each figure of a report was counted from, row by row (docs/domain.md, "Drill-down"). The figure beside the rows is their
// sum, not the report's: staff compare the two here. Names come from the view
// `member_name_in_scope`, which also knows those who have moved away (decision 0017).

export interface Page {
  offset: number
  limit: number
}

/** A month or a day of it, or the year of twelve months that begins with `fiscalStartMonth`. */
export interface PeriodInput {
  year: number
  month?: number | undefined
  /** Of the month: only that day. */
  day?: number | undefined
  fiscalStartMonth?: number | undefined
}

function calendarDays({ year, month, day, fiscalStartMonth = 1 }: PeriodInput): Period {
  const { from } = monthOf(year, month ?? fiscalStartMonth)
  const { to } = monthOf(year, month ?? fiscalStartMonth + 11)
  if (day === undefined) return { from, to }
  const date = addDays(from, day - 1)
  if (month === undefined || date > to) throw new ApiError('invalid', { fields: { day: '存在しない日付です。' } })
  return { from: date, to: date }
}

/** The requested period up to the data date; null when it begins after it. */
export const countedPeriod = (input: PeriodInput, dataDate: string | null): Period | null =>
  dataDate === null ? null : capped(calendarDays(input), dataDate)

/** The part of the requested period after the data date; null when it is over. */
export const scheduledPeriod = (input: PeriodInput, dataDate: string | null): Period | null =>
  ahead(calendarDays(input), dataDate)

export const slice = ({ offset, limit }: Page): SQL => sql`limit ${limit} offset ${offset}`

/** The person of a row; all null where the person is not shown. */
export interface PersonColumns {
  userId: number | null
  memberId: number | null
  memberNo: string | null
  lastName: string | null
  firstName: string | null
}

/** The rows of a page, in its order, with the name of their shop (`shop_id`) and of their member (`member_id`). */
export const withNames = (page: SQL, columns: SQL): SQL => sql`
  select ${columns}, (select name from shop where id = page.shop_id) as "shopName", m.user_id as "userId",
    n.member_id as "memberId", n.member_no as "memberNo", n.last_name as "lastName", n.first_name as "firstName"
  from (select rows.*, row_number() over () as place from (${page}) rows) page
  left join member_name_in_scope n on n.member_id = page.member_id
  left join member m on m.id = n.member_id
  order by page.place`

export const tokyoDateTime = (at: SQL): SQL =>
  sql`to_char(${at} at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS"+09:00"')`

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
