import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { addDays, type Period } from './periods.ts'

export type CountedMembers = 'opening' | 'closing' | 'suspended' | 'admissions' | 'withdrawals' | 'applications'

/**
 * Whom the monthly report counts in these figures of shops and days up to the data date (docs/domain.md, "Membership",
 * "Movements"), by the number of the member's row. A member who counts twice is listed twice. `applications`: 入会 by
 * 申込日.
 */
export async function countedMembers(
  db: Db,
  shopIds: readonly string[],
  { from, to }: Period,
): Promise<Record<CountedMembers, number[]>> {
  const shops = idArray(shopIds)
  const isAtClose = (day: string) => sql`i.from_on <= ${day} and (i.until_on is null or i.until_on > ${day})`
  const ids = (of: SQL, is: SQL) => sql`
    (select coalesce(json_agg(i.member_id), '[]') from ${of} i where i.shop_id = any(${shops}) and ${is})`
  const interval = sql`membership_interval`
  const isIn = (day: SQL) => sql`${day} between ${from} and ${to}`
  const [found] = await rowsOf<Record<CountedMembers, number[]>>(
    db,
    sql`
      select ${ids(interval, isAtClose(addDays(from, -1)))} as opening, ${ids(interval, isAtClose(to))} as closing,
        ${ids(interval, sql`i.suspended and ${isAtClose(to)}`)} as suspended,
        ${ids(interval, sql`i.starts_span and ${isIn(sql`i.from_on`)}`)} as admissions,
        ${ids(interval, sql`i.ends_span and ${isIn(sql`i.until_on`)}`)} as withdrawals,
        ${ids(sql`member_move`, sql`i.kind = 'admission' and ${isIn(sql`i.contracted_on`)}`)} as applications`,
  )
  if (!found) throw new Error('A query without a from answers one row')
  return found
}
