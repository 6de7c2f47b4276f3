import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type Page, type Somebody, slice, tokyoDateTime, withNames } from './figure-rows.ts'
import { rowsOf } from './head.ts'
import type { Period } from './periods.ts'
import { idArray } from './rollup.ts'

export interface VisitRow extends Somebody {
  at: string
  shopName: string
}

export interface VisitRows {
  rows: VisitRow[]
  total: number
  /** Null where the visits of these days are kept no longer. */
  figure: number | null
}

/** Of the visits of a period, only these. */
export interface VisitTime {
  /** Of the business day; 0 = Sunday. */
  dow?: number | undefined
  /** Of the clock in Asia/Tokyo. */
  hour?: number | undefined
}

/** Every visit of these shops and days, as the rollups merge and date them, in the order of their first entry. */
export async function visitRows(
  db: Db,
  shopIds: readonly string[],
  { dow, hour }: VisitTime,
  { from, to }: Period,
  page: Page,
): Promise<VisitRows> {
  const [state] = await rowsOf<{ kept: boolean }>(
    db,
    sql`select coalesce(visits_from <= ${from}::date, true) as kept from data_state`,
  )
  if (!state?.kept) return { rows: [], total: 0, figure: null }
  const onDay = dow === undefined ? sql`true` : sql`extract(dow from v.date) = ${dow}`
  const atHour =
    hour === undefined ? sql`true` : sql`extract(hour from v.entered_at at time zone 'Asia/Tokyo') = ${hour}`
  const rows = withNames(
    sql`select * from counted order by entered_at, shop_id, member_id ${slice(page)}`,
    sql`${tokyoDateTime(sql`page.entered_at`)} as at`,
  )
  const [answer] = await rowsOf<{ total: number; rows: VisitRow[] }>(
    db,
    sql`
      with counted as materialized (
        select v.shop_id, v.member_id, v.entered_at from merged_visits(${idArray(shopIds)}, ${from}, ${to}) v
        where ${onDay} and ${atHour})
      select (select count(*) from counted) as total, (select coalesce(json_agg(r), '[]') from (${rows}) r) as rows`,
  )
  if (!answer) throw new Error('A select without a table has one row')
  return { ...answer, figure: answer.total }
}
