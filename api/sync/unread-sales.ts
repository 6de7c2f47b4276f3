import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import {
  type KnownOfRow,
  type ProviderPurchase,
  type RawRow,
  type ReadRow,
  type Resource,
  type RowFilter,
  UnreadableRow,
} from './provider-rows.ts'
import type { RunRow } from './runs.ts'

// Sales of the club system that are not here, because they cannot be read or written.

export interface UnreadSales {
  sales: number
  /** Yen of the sales whose sum can be read. */
  yen: number
}

/** What is known of a row that is not written, whether or not it can be read. */
export function knownOfRow(readRow: ReadRow, resource: Resource, { id, raw }: RawRow): KnownOfRow {
  if (resource === 'members') return { memberId: id }
  try {
    const row = readRow(resource, raw)
    const memberId = ('memberId' in row && row.memberId) || undefined
    if (resource !== 'purchases') return { memberId }
    const { settledAt, studioId, lines } = row as ProviderPurchase
    return { memberId, day: settledAt?.slice(0, 10), studioId, yen: lines.reduce((sum, { net }) => sum + net, 0) }
  } catch (error) {
    if (error instanceof UnreadableRow) return error.known
    throw error
  }
}

export async function unreadSales(db: Db, brandCode: string): Promise<UnreadSales> {
  const [found] = await rowsOf<UnreadSales>(
    db,
    sql`select coalesce(sum(sales), 0)::integer as sales, coalesce(sum(yen), 0) as yen from unread_sales(null, ${brandCode})`,
  )
  return found ?? { sales: 0, yen: 0 }
}

/**
 * Forgets sales that could not be read and that this run has not seen, though it has read their days: they are no longer
 * there, or have a number by now. Of files (`lists` null) only those without a number: others may be in another file.
 */
export async function forgetUnreadSales(
  tx: Db,
  run: RunRow,
  lists: readonly RowFilter[] | null,
  now: Date,
): Promise<void> {
  const isIn = (lists ?? []).map(
    ({ from, to }) => sql`p.known_on between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`,
  )
  const isRead = lists
    ? sql.join([...isIn, ...(lists.length > 1 ? [sql`p.known_on is null`] : [])], sql` or `)
    : sql`p.their_id !~ '^[0-9]+$'`
  await tx.execute(sql`update provider_row p set missing_since = ${now.toISOString()}::timestamptz
    where p.brand_code = ${run.brandCode} and p.resource = 'purchases' and p.outcome = 'failed' and p.missing_since is null
      and p.seen_in is distinct from ${Number(run.id)} and (${isRead})`)
}
