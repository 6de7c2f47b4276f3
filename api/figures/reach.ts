import { sql } from 'drizzle-orm'
import type { Reach } from '#contract/report-head.ts'
import type { FactKind } from '#contract/words/report.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import type { Period } from './periods.ts'

/**
 * The first and the last day of each kind of fact (docs/domain.md, "What is known"), over the whole chain, and the months
 * of these shops (with `isChain` of the chain) that are still to be counted. Without `money` no table of money is read.
 */
export async function readReach(
  db: Db,
  money: boolean,
  { shopIds, isChain }: { shopIds: readonly string[]; isChain: boolean },
): Promise<Reach> {
  const rows = await rowsOf<{ kind: FactKind } & Period>(
    db,
    sql`select kind, first_on as "from", last_on as "to" from data_reach()
      ${money ? sql`union all select kind, first_on, last_on from data_reach_of_money()` : sql``}`,
  )
  const known = new Map(rows.map(({ kind, from, to }) => [kind, { from, to }]))
  const of = (kind: FactKind) => known.get(kind) ?? null
  return {
    contracts: of('contracts'),
    visits: of('visits'),
    bookings: of('bookings'),
    leads: of('leads'),
    ...(money && { sales: of('sales'), bills: of('bills') }),
    ...(money && { unreadSales: await readUnreadSales(db, shopIds) }),
    counting: [...(await readCounting(db, isChain ? [...shopIds, '0'] : shopIds)).keys()],
  }
}

/** Months with sales that cannot be read, the newest first; for who may read money. */
export const readUnreadSales = (db: Db, shopIds: readonly string[]) =>
  rowsOf<NonNullable<Reach['unreadSales']>[number]>(
    db,
    sql`select month, sales, yen from unread_sales(${idArray(shopIds)}, null) order by month desc`,
  )

/** The months that are still to be counted, the newest first, each with its shops of these. */
export async function readCounting(db: Db, shopIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await rowsOf<{ month: string; shops: number[] }>(
    db,
    sql`
      select month, array_agg(shop_id) as shops from rollup_later where shop_id = any(${idArray(shopIds)})
      group by month order by month desc`,
  )
  return new Map(rows.map(({ month, shops }) => [month, shops.map(String)]))
}

/** Whether a month of the period is still to be counted. */
export const isCounting = ({ counting }: Pick<Reach, 'counting'>, { from, to }: Period): boolean =>
  counting.some((month) => month <= to && from.slice(0, 7) <= month.slice(0, 7))

/** Whether sales of a month of the period are not counted because they cannot be read: it is 速報 until they are. */
export const hasUnreadSales = ({ unreadSales = [] }: Pick<Reach, 'unreadSales'>, period: Period): boolean =>
  isCounting({ counting: unreadSales.map(({ month }) => month) }, period)

/** Whether figures of the period will change without anybody changing a fact. */
export const isUnsettled = (reach: Reach, period: Period): boolean =>
  isCounting(reach, period) || hasUnreadSales(reach, period)

/** Whether each day of the period has facts of all these kinds, and is counted. */
export const isWhole = (reach: Reach, { from, to }: Period, ...kinds: readonly FactKind[]): boolean =>
  !isCounting(reach, { from, to }) &&
  kinds.every((kind) => {
    const days = reach[kind]
    return days != null && days.from <= from && to <= days.to
  })

/** Whether some day of the period has; not while a month of it is still to be counted. */
export const isTouched = (reach: Reach, { from, to }: Period, ...kinds: readonly FactKind[]): boolean =>
  !isCounting(reach, { from, to }) &&
  kinds.every((kind) => {
    const days = reach[kind]
    return days != null && days.from <= to && from <= days.to
  })

/** These figures, each null. */
export const none = <Figures extends object>(figures: Figures): { [Name in keyof Figures]: null } =>
  Object.fromEntries(Object.keys(figures).map((name) => [name, null])) as { [Name in keyof Figures]: null }

/** With the first of the month as each first day: the exact one may be the day of a single person. */
export const byMonth = ({ counting, unreadSales, ...reach }: Reach): Reach => ({
  ...(Object.fromEntries(
    Object.entries(reach).map(([kind, days]) => [kind, days && { ...days, from: `${days.from.slice(0, 7)}-01` }]),
  ) as Omit<Reach, 'counting' | 'unreadSales'>),
  counting,
  ...(unreadSales && { unreadSales }),
})
