import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** An `integer[]` parameter; ids are strings in code and integers in the database. */
export const idArray = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::integer[]`

/** The calendar day in Asia/Tokyo of an SQL instant. */
export const tokyoDay = (at: SQL): SQL => sql`(${at} at time zone 'Asia/Tokyo')::date`

/**
 * The rows of a query as one JSON value: PGlite spends more time on transferring a few hundred cells than on finding
 * them. Dates arrive as YYYY-MM-DD, and every sum as a number, exact up to 2^53.
 */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const answer = await db.execute<{ rows: Row[] }>(
    sql`select coalesce(json_agg(row), '[]') as rows from (${query}) row`,
  )
  return answer.rows[0]?.rows ?? []
}

/**
 * Locks rows of a table, as `t`, before they are read and changed. Whoever writes many rows locks them in the order of
 * their ids, so that two writers wait for each other and none in a circle.
 */
export const lockRows = (tx: Db, table: string, which: SQL) =>
  tx.execute(sql`select from ${sql.identifier(table)} t where ${which} order by t.id for no key update`)

/** Whether the class of visits holds for members of this shop. */
export const hasKnownClass = (shop: SQL): SQL => sql`${shop} = any ((select shops_with_known_classes())::integer[])`
