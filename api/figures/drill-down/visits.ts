import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { addDays, daysOf, type Period, weekdayOf } from '../periods.ts'
import {
  countedDays,
  daysOfPage,
  foundRows,
  isPlain,
  type Page,
  type PersonColumns,
  type SortKeyOf,
  shopOrder,
  slice,
  tokyoDateTime,
  withNames,
} from './period.ts'

export interface VisitRow extends PersonColumns {
  at: string
  shopName: string
}

export interface VisitRows {
  rows: VisitRow[]
  total: number
  /** Null where the visits of these days were deleted. */
  figure: number | null
  allRows: number
}

/** Only these of the visits of a period. */
export interface VisitTime {
  /** Of the business day; 0 = Sunday. */
  dow?: number | undefined
  /** Hour in Asia/Tokyo. */
  hour?: number | undefined
}

/**
 * Every visit of these shops and days, merged and dated as in the rollups, by business day and first entry. The period
 * is counted (`countedDays`).
 */
export async function visitRows(
  db: Db,
  shopIds: readonly string[],
  time: VisitTime,
  period: Period,
  page: Page<SortKeyOf<'visits'>>,
): Promise<VisitRows> {
  const { from } = period
  const shops = idArray(shopIds)
  const [state] = await rowsOf<{ kept: boolean; dayStart: number }>(
    db,
    sql`
      select coalesce(visits_from <= ${from}::date, true) as kept,
        (select max(day_start_hour) from shop where id = any(${shops})) as "dayStart"
      from data_state`,
  )
  if (!state?.kept) return { rows: [], total: 0, figure: null, allRows: 0 }
  const onDay = time.dow === undefined ? sql`true` : sql`extract(dow from v.date) = ${time.dow}`
  // One query per stretch: joined with a list of stretches, row-level security would use no index.
  const visitsOf = (days: Period) => {
    const began = stretchesOf(days, time, state.dayStart).map(
      ({ since, until }) => sql`select * from merged_visits(${shops}, ${since}, ${until})`,
    )
    return sql`select v.date, v.shop_id, v.member_id, v.entered_at from (${sql.join(began, sql` union all `)}) v
      where v.date between ${days.from} and ${days.to} and ${onDay}`
  }
  const own = sql`c.date, c.entered_at, c.shop_id, c.member_id`
  const shown = (page: SQL) => withNames(page, sql`${tokyoDateTime(sql`page.entered_at`)} as at`)
  if (isPlain(page) && time.hour === undefined) {
    const days = await countedDays<{ rows: number }>(db, shops, period, sql`sum(visits) as rows`)
    const matching = days.filter(({ date }) => time.dow === undefined || weekdayOf(date) === time.dow)
    const total = matching.reduce((sum, { rows }) => sum + rows, 0)
    const place = daysOfPage(matching, page)
    const rows = place
      ? await rowsOf<VisitRow>(
          db,
          shown(sql`
            select * from (${visitsOf(place.period)}) c
            order by ${own} ${slice({ offset: place.offset, limit: page.limit })}`),
        )
      : []
    return { rows, total, figure: total, allRows: total }
  }
  if (stretchesOf(period, time, state.dayStart).length === 0) return { rows: [], total: 0, figure: 0, allRows: 0 }
  const orders = { at: sql`c.entered_at`, name: sql`n.kana`, shop: shopOrder }
  const request = { counted: visitsOf(period), orders, own, shown, sums: sql`count(*) as total` }
  const { sums, ...found } = await foundRows<VisitRow, SortKeyOf<'visits'>, { total: number }>(db, page, request)
  return { ...found, figure: sums.total, allRows: sums.total }
}

/**
 * The time ranges in which these visits can have started: the whole period, or only the matching days or hours, because
 * a month of a chain is long. A business day may last until `dayStart` (an hour) of the next calendar day.
 */
function stretchesOf({ from, to }: Period, { dow, hour }: VisitTime, dayStart: number): Stretch[] {
  const at = (date: string, hours: number) =>
    sql`${date}::date::timestamp at time zone 'Asia/Tokyo' + make_interval(hours => ${hours})`
  if (dow === undefined && hour === undefined) return [{ since: at(from, 0), until: at(to, 24 + dayStart) }]
  const days = daysOf({ from, to }).filter((date) => dow === undefined || weekdayOf(date) === dow)
  if (hour === undefined) return days.map((date) => ({ since: at(date, 0), until: at(date, 24 + dayStart) }))
  const clockDays = new Set(days.flatMap((date) => (hour < dayStart ? [date, addDays(date, 1)] : [date])))
  return [...clockDays].map((date) => ({ since: at(date, hour), until: at(date, hour + 1) }))
}

interface Stretch {
  since: SQL
  until: SQL
}
