import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import type { Reach } from '#contract/report-head.ts'
import type { figureSortKeys } from '#contract/words/drill-down.ts'
import type { FactKind } from '#contract/words/report.ts'
import type { Db } from '../../db/client.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { hasPendingBills } from '../money.ts'
import { addDays, ahead, capped, monthOf, type Period } from '../periods.ts'
import { followedDays, knownDays, spanOf } from '../reach.ts'

// Drill-down: the rows that each figure of a report was counted from (docs/domain.md, "Drill-down"). The figure beside
// the rows is their own sum, not the report's, so that staff can compare the two. Names come from the view
// `member_name_in_scope`, which also knows members who moved away (decision 0017).

export type SortKeyOf<Rows extends keyof typeof figureSortKeys> = (typeof figureSortKeys)[Rows][number]

/** Without keyword and key: all rows, in the figure's own order. */
export interface Page<SortKey extends string = never> {
  offset: number
  limit: number
  keyword?: string | undefined
  /** The members (internal ids) whose contact the keyword is, of those whose contact the caller reads. */
  contacts?: readonly number[] | undefined
  sortKey?: SortKey | undefined
  sortDir?: 'asc' | 'desc' | 'none' | undefined
}

/** Whether the rows of a page are all rows in their own order, which the indexes have. */
export const isPlain = ({ keyword, sortKey }: Page<string>): boolean => !keyword?.trim() && sortKey === undefined

/** A month, several from it on, or one of its days, or the fiscal year that starts in `fiscalStartMonth`. */
export interface PeriodInput {
  year: number
  month?: number | undefined
  /** How many months from `month` on; omitted: that month. */
  span?: number | undefined
  /** Only this day of the month. */
  day?: number | undefined
  fiscalStartMonth?: number | undefined
}

function calendarDays({ year, month, span = 1, day, fiscalStartMonth = 1 }: PeriodInput): Period {
  const { from } = monthOf(year, month ?? fiscalStartMonth)
  const { to } = monthOf(year, month === undefined ? fiscalStartMonth + 11 : month + span - 1)
  if (day === undefined) return { from, to }
  const date = addDays(from, day - 1)
  if (month === undefined || date > to) throw new ApiError('invalid', { fields: { day: '存在しない日付です。' } })
  return { from: date, to: date }
}

/** The requested period up to the data date; null when it starts later. */
export const countedPeriod = (input: PeriodInput, dataDate: string | null): Period | null =>
  dataDate === null ? null : capped(calendarDays(input), dataDate)

/** A counted period with its days after the data date. */
export const withDaysAhead = (input: PeriodInput, { from }: Period): Period => ({ from, to: calendarDays(input).to })

/** The days of a period from the first to the last known one of these kinds; null without any: what the report's figure counts. */
export const knownPeriod = (reach: Reach, period: Period, ...kinds: readonly FactKind[]): Period | null => {
  const days = knownDays(reach, period, ...kinds)
  return days.length === 0 ? null : spanOf(days, period)
}

/** The days of a cohort whose joiners are followed until a day; null without any. */
export const followedPeriod = (reach: Reach, cohort: Period, until: string): Period | null => {
  const days = followedDays(reach, cohort, until)
  return days.length === 0 ? null : spanOf(days, cohort)
}

/** The part of the requested period after the data date; null when it is over. */
export const scheduledPeriod = (input: PeriodInput, dataDate: string | null): Period | null =>
  ahead(calendarDays(input), dataDate)

/** Whether a report would mark the period 速報: it is not over, or bills of its months are still to be collected. */
export async function isProvisional(
  db: Db,
  shopIds: readonly string[],
  input: PeriodInput,
  dataDate: string | null,
): Promise<boolean> {
  const days = calendarDays(input)
  if (dataDate === null || days.to > dataDate) return true
  return input.day === undefined && hasPendingBills(db, idArray(shopIds), days)
}

export const slice = ({ offset, limit }: Page<string>): SQL => sql`limit ${limit} offset ${offset}`

/** The person of a row; all null where they may not be shown. */
export interface PersonColumns {
  userId: number | null
  memberId: number | null
  memberNo: string | null
  lastName: string | null
  firstName: string | null
}

/** The rows of a page, in order, with the name of their shop (`shop_id`) and their member (`member_id`). */
export const withNames = (page: SQL, columns: SQL): SQL => sql`
  select ${columns}, (select name from shop where id = page.shop_id) as "shopName", m.user_id as "userId",
    n.member_id as "memberId", n.member_no as "memberNo", n.last_name as "lastName", n.first_name as "firstName"
  from (select rows.*, row_number() over () as place from (${page}) rows) page
  left join member_name_in_scope n on n.member_id = page.member_id
  left join member m on m.id = n.member_id
  order by page.place`

/** Search and order of the rows of a figure: the rows are `c`, with their `reading`, and their people `n`. */
interface Rows<SortKey extends string> {
  counted: SQL
  orders: Record<SortKey, SQL>
  /** The figure's own order, also for ties in a requested order. */
  own: SQL
  hasPeople?: boolean
  /** Text that is searched besides names, readings and numbers of people. */
  text?: SQL
  /** The rows of a page, as the screen shows them. */
  shown: (page: SQL) => SQL
  /** Sums over all rows (`counted`), whether they match the keyword or not. */
  sums?: SQL
}

interface FoundRows<Row, Sums> {
  rows: Row[]
  /** Of the matching rows. */
  total: number
  /** Of all rows; absent where none were requested. */
  sums: Sums
}

/**
 * The rows of a figure that match a keyword, and a page of them in the requested order, nulls last in both directions.
 * Only people whose name the caller may read are matched. All rows are read once; their people are looked up together.
 */
export async function foundRows<Row, SortKey extends string, Sums = undefined>(
  db: Db,
  { keyword = '', contacts = [], sortKey, sortDir, ...page }: Page<SortKey>,
  { counted, orders, own, hasPeople = true, text, shown, sums }: Rows<SortKey>,
): Promise<FoundRows<Row, Sums>> {
  const holds = (searched: SQL) => sql`position((select word from term) in ${searched}) > 0`
  const searched = [...(hasPeople ? [sql`n.names`, sql`n.number`] : []), ...(text ? [sql`t.folded`] : [])]
  const isFound = sql.join(
    [
      ...searched.map(holds),
      ...(hasPeople && contacts.length > 0 ? [sql`c.member_id = any(${idArray(contacts.map(String))})`] : []),
    ],
    sql` or `,
  )
  const direction = sql.raw(sortDir === 'desc' ? 'desc' : 'asc')
  const [answer] = await rowsOf<FoundRows<Row, Sums>>(
    db,
    sql`
      with term as (select fold_text(${keyword}) as word),
      counted as (${counted}),
      ${keyword && text ? sql`texts as (select text, fold_text(text) as folded from (select distinct ${text} as text from counted c) d),` : sql``}
      found as materialized (
        select c.*, ${hasPeople ? sql`n.kana` : sql`null::text`} as reading,
          ${sortKey === undefined ? sql`null::integer` : orders[sortKey]} as sorted_by
        from counted c
        ${hasPeople ? sql`left join member_name_in_scope n on n.member_id = c.member_id` : sql``}
        ${keyword && text ? sql`left join texts t on t.text = ${text}` : sql``}
        where ${keyword ? sql`(select word from term) = '' or ${isFound}` : sql`true`})
      select (select count(*) from found) as total,
        ${sums ? sql`(select row_to_json(s) from (select ${sums} from counted) s) as sums,` : sql``}
        (select coalesce(json_agg(r), '[]') from (
          ${shown(sql`select * from found c order by c.sorted_by ${direction} nulls last, ${own} ${slice(page)}`)}) r) as rows`,
  )
  if (!answer) throw new Error('A select without a table has one row')
  return answer
}

/** Orders words as their enumeration does. */
export function orderOf(word: SQL, words: readonly string[]): SQL {
  return sql`array_position(${`{${words.join(',')}}`}::text[], ${word}::text)`
}

/** The order of the shop list. */
export const shopOrder = sql`(select s.sort_order from shop s where s.id = c.shop_id)`

export const tokyoDateTime = (at: SQL): SQL =>
  sql`to_char(${at} at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS"+09:00"')`

/**
 * Sums of each day of these shops, by date. The period must be counted: while a month is in `rollup_later`, its days
 * may hold anything.
 */
export const countedDays = <Sums extends { rows: number }>(db: Db, shops: SQL, { from, to }: Period, sums: SQL) =>
  rowsOf<Sums & { date: string }>(
    db,
    sql`
      select date, ${sums} from shop_day
      where shop_id = any(${shops}) and date between ${from} and ${to} group by date order by date`,
  )

/**
 * The days that contain the rows of a page, and the page's offset in them; null past the last row. Only these days are
 * read: a year of a chain has millions of rows.
 */
export function daysOfPage(days: readonly { date: string; rows: number }[], { offset, limit }: Page<string>) {
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
