import { sql, TransactionRollbackError } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rebuildDays, rebuildMemberList, rebuildMembership } from './rollup.ts'

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

/** Hears after each month how much is done, 0–1. */
type OnMonth = (done: number, month: string) => void

/**
 * Brings everything derived right for the months of the range, a transaction a month, and the members list after them.
 * Nothing past the data date is written.
 */
export async function rebuildMonths(db: Db, range: MonthRange, onMonth: OnMonth = () => {}): Promise<void> {
  await rebuildMembership(db)
  await eachMonth(db, range, onMonth, async (from, shopIds) => rebuildDays(db, { from, to: from, shopIds }))
  await rebuildMemberList(db)
}

/** The rollups by month, and the column that says of which. */
const rollups = { shop_day: 'date', member_visit_month: 'month', shop_day_sales: 'date', shop_billing: 'target_month' }

/** What a recomputation would change in the months of the range; it changes nothing itself. */
export async function differingMonths(db: Db, range: MonthRange, onMonth: OnMonth = () => {}): Promise<Differing[]> {
  const found: Differing[] = []
  await db
    .transaction(async (tx) => {
      await rebuildMembership(tx)
      await eachMonth(tx, range, onMonth, async (from, shopIds) => {
        const month = sql`between ${from}::date and (${from}::date + interval '1 month')::date - 1`
        const was = (table: string) => sql.identifier(`${table}_was`)
        for (const [table, day] of Object.entries(rollups)) {
          await tx.execute(sql`drop table if exists ${was(table)}`)
          await tx.execute(sql`create temporary table ${was(table)} on commit drop as
            select * from ${sql.identifier(table)} where ${sql.identifier(day)} ${month}`)
        }
        await rebuildDays(tx, { from, to: from, shopIds })
        for (const [table, day] of Object.entries(rollups)) {
          const now = sql`select * from ${sql.identifier(table)} where ${sql.identifier(day)} ${month}`
          const { rows } = (await tx.execute(sql`
            select distinct shop_id::text as "shopId" from (
              (select * from ${was(table)} except ${now}) union all (${now} except select * from ${was(table)})
            ) difference order by 1`)) as unknown as { rows: { shopId: string }[] }
          found.push(...rows.map(({ shopId }) => ({ rollup: table, shopId, month: from.slice(0, 7) })))
        }
      })
      tx.rollback()
    })
    .catch((error) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })
  return found
}

async function eachMonth(
  db: Db,
  { from, to }: MonthRange,
  onMonth: OnMonth,
  act: (month: string, shopIds: string[]) => Promise<unknown>,
) {
  const { rows: months } = (await db.execute(sql`
    select to_char(month, 'YYYY-MM-DD') as month
    from generate_series(${from}::timestamp, least(${to}::timestamp,
      (select data_as_of at time zone 'Asia/Tokyo' from data_state)), interval '1 month') as month
  `)) as unknown as { rows: { month: string }[] }
  // Named, so that each month is found by the indexes, which begin with the shop.
  const { rows: shops } = (await db.execute(sql`select id::text from shop order by id`)) as unknown as {
    rows: { id: string }[]
  }
  const shopIds = shops.map(({ id }) => id)
  for (const [at, { month }] of months.entries()) {
    await act(month, shopIds)
    onMonth((at + 1) / months.length, month.slice(0, 7))
  }
}
