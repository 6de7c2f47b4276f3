import { sql } from 'drizzle-orm'
import type { Reach } from '#contract/report-head.ts'
import type { ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { readReach } from './reach.ts'

/** The shops of a report, and the data date. */
export interface ReportScope {
  /** Ids in scope, sorted by number. */
  shopIds: string[]
  /** True where these are all shops of the chain, and the connection may see all of them. */
  isChain: boolean
  dataAsOf: Date | null
  /** YYYY-MM-DD in Asia/Tokyo. */
  dataDate: string | null
  /** Which days of each kind of fact are known. */
  reach: Reach
}

/**
 * The existing shops among these (`all`: all that this database connection may see), and what is known of them; without
 * `money` not of its facts.
 */
export async function readReportScope(db: Db, shops: ShopScope, { money = false } = {}): Promise<ReportScope> {
  const [row] = await rowsOf<{ ids: number[] | null; as_of: string | null; shops: number; sees_chain: boolean }>(
    db,
    sql`
      select (select array_agg(id order by id) from shop where ${shops === 'all' ? sql`true` : sql`id = any(${idArray(shops)})`}) as ids,
        (select count(*) from shop) as shops,
        -- The chain's own rows are in scope only with every shop.
        exists (select from shop_month where shop_id = 0) as sees_chain,
        (select to_char(data_as_of at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS.MS') from data_state) as as_of`,
  )
  const asOf = row?.as_of ?? null
  const shopIdsInScope = (row?.ids ?? []).map(String)
  const of = {
    shopIds: shopIdsInScope,
    isChain: row?.sees_chain === true && row.shops === shopIdsInScope.length,
  }
  return {
    ...of,
    dataAsOf: asOf === null ? null : new Date(`${asOf}+09:00`),
    dataDate: asOf === null ? null : asOf.slice(0, 10),
    reach: await readReach(db, money, of),
  }
}
