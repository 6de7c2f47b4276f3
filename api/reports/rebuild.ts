import { sql, TransactionRollbackError } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { eachMonth, type OnMonth, rebuildMemberList, rebuildMembership, rebuildMonth } from './rollup.ts'

/** Calendar months, YYYY-MM-01. */
export interface MonthRange {
  from: string
  to: string
}

/** A shop's month of one rollup. */
export interface Differing {
  rollup: string
  shopId: string
  /** YYYY-MM. */
  month: string
}

/**
 * Brings everything derived right for the months of the range, a transaction a month, and the members list after them.
 * Nothing past the data date is written.
 */
export async function rebuildMonths(db: Db, range: MonthRange, onMonth?: OnMonth): Promise<void> {
  await rebuildMembership(db)
  await eachMonth(db, range, (month, shopIds) => rebuildMonth(db, month, shopIds), onMonth)
  await rebuildMemberList(db)
}

/** The rollups by month, and the column that says of which. */
const rollups = {
  shop_day: 'date',
  shop_month: 'month',
  shop_visit_hour: 'month',
  member_visit_month: 'month',
  shop_day_sales: 'date',
  shop_month_sales: 'month',
  shop_billing: 'target_month',
}

/** What a recomputation would change in the months of the range; it changes nothing itself. */
export async function differingMonths(db: Db, range: MonthRange, onMonth?: OnMonth): Promise<Differing[]> {
  const found: Differing[] = []
  await db
    .transaction(async (tx) => {
      await rebuildMembership(tx)
      const compare = async (from: string, shopIds: string[]) => {
        const month = sql`between ${from}::date and (${from}::date + interval '1 month')::date - 1`
        const was = (table: string) => sql.identifier(`${table}_was`)
        for (const [table, day] of Object.entries(rollups)) {
          await tx.execute(sql`drop table if exists ${was(table)}`)
          await tx.execute(sql`create temporary table ${was(table)} on commit drop as
            select * from ${sql.identifier(table)} where ${sql.identifier(day)} ${month}`)
        }
        await rebuildMonth(tx, from, shopIds)
        for (const [table, day] of Object.entries(rollups)) {
          const now = sql`select * from ${sql.identifier(table)} where ${sql.identifier(day)} ${month}`
          const { rows } = (await tx.execute(sql`
            select distinct shop_id::text as "shopId" from (
              (select * from ${was(table)} except ${now}) union all (${now} except select * from ${was(table)})
            ) difference order by 1`)) as unknown as { rows: { shopId: string }[] }
          found.push(...rows.map(({ shopId }) => ({ rollup: table, shopId, month: from.slice(0, 7) })))
        }
      }
      await eachMonth(tx, range, compare, onMonth)
      tx.rollback()
    })
    .catch((error) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })
  return found
}
