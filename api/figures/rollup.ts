import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { idArray } from '../db/expressions.ts'

/**
 * Recomputes `membership_interval` for the given members (omitted: all), from their current contracts. Needed only by
 * bulk writers under `app.bulk`: otherwise triggers do it (130-rollups-follow-facts.sql).
 */
export async function rebuildMembership(db: Db, memberIds?: readonly string[]): Promise<void> {
  await db.execute(sql`select rebuild_membership(${memberIds ? idArray(memberIds) : sql`null`})`)
}

/**
 * Recomputes every rollup of the month (its first day, YYYY-MM-DD) for these shops (omitted: all), never past the data
 * date. Needs an up-to-date `membership_interval`. Counts from deleted visits (`data_state.visits_from`) are kept.
 */
export async function rebuildMonth(db: Db, month: string, shopIds?: readonly string[]): Promise<void> {
  await db.execute(sql`
    select rebuild_month(${month}, ${shopIds ? idArray(shopIds) : sql`array(select id from shop)`})`)
  await db.execute(sql`select rebuild_chain_month(${month})`)
  await sumFeesOfChain(db, month)
  await db.execute(sql`select counted(${month}, ${shopIds ? idArray(shopIds) : sql`array(select id from shop)`}, true)`)
}

/** The chain's rows of the fees from its shops' rows: those that only follow each change would keep a wrong one. */
async function sumFeesOfChain(db: Db, month: string): Promise<void> {
  const ofShops = sql`shop_id = any (array(select id from shop)) and month = ${month}`
  await db.execute(sql`delete from shop_month_move where shop_id = 0 and month = ${month}`)
  await db.execute(sql`
    insert into shop_month_move (shop_id, month, other_shop_id, kind, kind_within, old_plan, new_plan, reason, tenure,
      members, yen, yen_within, squares)
    select 0, month, 0, kind_within, kind_within, old_plan, new_plan, reason, tenure, sum(members), sum(yen_within),
      sum(yen_within), sum(squares)
    from shop_month_move
    where ${ofShops} and kind <> 'transferOut' and (kind_within <> 'same' or old_plan <> new_plan)
    group by month, kind_within, old_plan, new_plan, reason, tenure`)
  await db.execute(sql`delete from shop_month_joined_fees where shop_id = 0 and month = ${month}`)
  await db.execute(sql`
    insert into shop_month_joined_fees (shop_id, month, joined_month, members, fees)
    select 0, month, joined_month, sum(members), sum(fees) from shop_month_joined_fees where ${ofShops}
    group by month, joined_month`)
}

/** Called after each month with the progress, 0–1, and the month, YYYY-MM. */
export type OnMonth = (done: number, month: string) => void

/** Runs something for each month of the range in turn, YYYY-MM-01, up to the data date, with the ids of all shops. */
export async function eachMonth(
  db: Db,
  { from, to }: { from: string; to: string },
  act: (month: string, shopIds: string[]) => Promise<unknown>,
  onMonth: OnMonth = () => {},
): Promise<void> {
  const { rows: months } = await db.execute<{ month: string }>(sql`
    select to_char(month, 'YYYY-MM-DD') as month
    from data_state, generate_series(${from}::timestamp,
      least(${to}::timestamp, data_as_of at time zone 'Asia/Tokyo'), interval '1 month') as month
  `)
  // Passed by id, so that each month is found by the indexes, which start with the shop.
  const { rows: shops } = await db.execute<{ id: string }>(sql`select id::text from shop order by id`)
  const shopIds = shops.map(({ id }) => id)
  for (const [at, { month }] of months.entries()) {
    await act(month, shopIds)
    onMonth((at + 1) / months.length, month.slice(0, 7))
  }
}

/** Recomputes all derived data from nothing. */
export async function rebuildEverything(db: Db, onMonth?: OnMonth): Promise<void> {
  await rebuildMembership(db)
  for (const table of [
    ...['shop_day_sales', 'shop_month_sales', 'shop_billing', 'shop_overdue', 'shop_month', 'shop_month_people'],
    ...['shop_month_group', 'shop_cohort', 'shop_cohort_sales', 'shop_leaver', 'shop_month_move'],
    ...['shop_month_joined_fees'],
    ...['shop_day_sales_by', 'shop_month_sales_by', 'shop_day_product', 'shop_month_product', 'shop_visit_class'],
    'shop_month_class',
  ]) {
    await db.execute(sql`delete from ${sql.identifier(table)}`)
  }
  // Not the days whose raw visits were deleted.
  const rawFrom = sql`coalesce((select visits_from from data_state), '-infinity'::date)`
  await db.execute(sql`delete from shop_day where date >= ${rawFrom}`)
  await db.execute(sql`delete from member_visit_month where month >= ${rawFrom}`)
  await db.execute(sql`delete from shop_visit_hour where month >= ${rawFrom}`)
  await countEveryMonth(db, onMonth)
  await rebuildMemberList(db)
  await db.execute(sql`delete from rollup_later`)
  await db.execute(sql`delete from sales_later`)
  await db.execute(sql`delete from visit_class_due`)
  await db.execute(sql`delete from member_later`)
}

/** Each month's rollups in turn, from the first fact to the data date. Needs `membership_interval` to be right. */
export async function countEveryMonth(db: Db, onMonth?: OnMonth): Promise<void> {
  const { rows } = await db.execute<{ first: string | null }>(sql`
    select to_char(month_of(first_fact()), 'YYYY-MM-DD') as first`)
  const first = rows[0]?.first
  if (first) {
    await eachMonth(db, { from: first, to: 'infinity' }, (month, shopIds) => rebuildMonth(db, month, shopIds), onMonth)
  }
}

/**
 * Recomputes `member_list` with its totals, and `member_move`, for the given members (omitted: all). Needs an up-to-date
 * `membership_interval` and `member_visit_month`; a new data date changes everybody's visits of the last 30 days.
 */
export async function rebuildMemberList(db: Db, memberIds?: readonly string[]): Promise<void> {
  const ids = memberIds ? idArray(memberIds) : sql`null`
  await db.execute(sql`select refresh_member_list(${ids}), refresh_member_moves(${ids})`)
  if (!memberIds) await db.execute(sql`delete from member_later where what in ('list', 'moves')`)
}
