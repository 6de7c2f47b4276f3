import { sql } from 'drizzle-orm'
import type { SalesCategory } from '#contract/words/report.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { sumsOf } from './counts.ts'
import type { Line } from './money.ts'
import type { Visitors } from './people.ts'
import type { Totals } from './period-report.ts'
import type { ReportScope } from './report-scope.ts'

/** One month of the shops together; months past the data date have none. */
export interface Month extends Totals {
  /** Its first day. */
  month: string
  correctedAt: string | null
}

const dates = (days: readonly string[]) => sql`${`{${days.join(',')}}`}::date[]`

/** Each counted month of the shops, from the rollups. A transfer between two of them does not count. */
export async function readMonths(
  db: Db,
  { shopIds, isChain }: ReportScope,
  months: readonly string[],
): Promise<Month[]> {
  const shops = idArray(shopIds)
  const rows = await rowsOf<Month>(
    db,
    sql`
      select month, sum(opening) as opening, sum(opening_suspended) as "openingSuspended", sum(closing) as closing,
        sum(suspended) as suspended, max(corrected_at) as "correctedAt", ${sumsOf()}
      from shop_month where shop_id = any(${shops}) and month = any(${dates(months)}) group by month`,
  )
  if (shopIds.length === 1) return rows
  // Over the whole chain transfers cancel out.
  if (isChain) return rows.map((row) => ({ ...row, transferIn: 0, transferOut: 0 }))
  const moves = await rowsOf<{ month: string; moves: number }>(
    db,
    sql`
      select m as month, count(*) as moves
      from unnest(${dates(months)}) m
      join membership_interval on shop_id = any(${shops}) and came_from_shop_id = any(${shops})
        and from_on between m and (m + interval '1 month')::date - 1 and from_on <= data_date()
      group by m`,
  )
  const movesIn = new Map(moves.map((one) => [one.month, one.moves]))
  return rows.map((row) => {
    const among = movesIn.get(row.month) ?? 0
    return { ...row, transferIn: row.transferIn - among, transferOut: row.transferOut - among }
  })
}

/** Settled money of each month by category. */
export async function readMonthSales(
  db: Db,
  { shopIds }: ReportScope,
  months: readonly string[],
): Promise<Map<string, Line[]>> {
  const rows = await rowsOf<Line & { month: string; category: SalesCategory }>(
    db,
    sql`
      select month, category, sum(gross) as gross, sum(refund) as refund, sum(tax) as tax
      from shop_month_sales where shop_id = any(${idArray(shopIds)}) and month = any(${dates(months)})
      group by month, category`,
  )
  return Map.groupBy(rows, ({ month }) => month)
}

type People = Pick<Visitors, 'unique' | 'operating' | 'operatingWhoCame'>

/** The people of each month, each once per month. Without the median, which only a single month has. */
export async function readPeopleOfMonths(
  db: Db,
  { shopIds, isChain }: ReportScope,
  months: readonly string[],
): Promise<Map<string, Visitors>> {
  const counted = shopIds.length === 1 ? shopIds[0] : isChain ? '0' : undefined
  const query =
    counted !== undefined
      ? sql`
          select month, unique_visitors as unique, operating, operating_who_came as "operatingWhoCame"
          from shop_month where shop_id = ${counted}::integer and month = any(${dates(months)})`
      : sql`
          select month, visitors as unique, operating, who_came as "operatingWhoCame"
          from unnest(${dates(months)}) as month, count_people(${idArray(shopIds)}, array[month])`
  const rows = await rowsOf<People & { month: string }>(db, query)
  return new Map(rows.map(({ month, ...people }) => [month, { ...people, median: null }]))
}

/** The people of several months together, each once. */
export async function readPeopleOver(
  db: Db,
  { shopIds, isChain }: ReportScope,
  months: readonly string[],
): Promise<Visitors | undefined> {
  const [row] = await rowsOf<People>(
    db,
    sql`
      select visitors as unique, operating, who_came as "operatingWhoCame"
      from count_people(${isChain ? idArray(['0']) : idArray(shopIds)}, ${dates(months)})`,
  )
  return row && { ...row, median: null }
}
