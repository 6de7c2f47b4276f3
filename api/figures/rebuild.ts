import { sql, TransactionRollbackError } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { idArray } from '../db/expressions.ts'
import { eachMonth, type OnMonth, rebuildMemberList, rebuildMembership, rebuildMonth } from './rollup.ts'

/** Calendar months, YYYY-MM-01. */
export type MonthRange = {
  from: string
  to: string
}

/** A shop's month in one rollup; shop 0 is the chain. */
export interface Differing {
  rollup: string
  shopId: string
  /** YYYY-MM; for `membership_interval` the month in which the stretch starts. */
  month: string
}

/**
 * Recomputes all derived data for the months of the range, one transaction per month, then the members list. Nothing
 * past the data date is written.
 */
export async function rebuildMonths(db: Db, range: MonthRange, onMonth?: OnMonth): Promise<void> {
  await rebuildMembership(db)
  await eachMonth(db, range, (month, shopIds) => rebuildMonth(db, month, shopIds), onMonth)
  await rebuildMemberList(db)
}

/**
 * The default months of a check: the data date's and the twelve before it, as far back as there are contracts or
 * figures. Null without data.
 */
export async function monthsToCheck(db: Db): Promise<MonthRange | null> {
  const { rows } = await db.execute<MonthRange>(sql`
    select to_char(greatest(month - interval '12 months', least((select min(month) from shop_month),
        (select month_of(min(start_on)) from contract))), 'YYYY-MM-DD') as "from",
      to_char(month, 'YYYY-MM-DD') as "to"
    from month_of(data_date()) as month where month is not null`)
  return rows[0] ?? null
}

/** The rollups by month, and their month column. */
const rollups = {
  shop_day: 'date',
  shop_month: 'month',
  shop_month_people: 'month',
  shop_month_move: 'month',
  shop_month_joined_fees: 'month',
  shop_visit_hour: 'month',
  shop_month_class: 'month',
  member_visit_month: 'month',
  shop_day_sales: 'date',
  shop_month_sales: 'month',
  shop_billing: 'target_month',
  shop_overdue: 'target_month',
}

interface CheckOptions {
  onMonth?: OnMonth
  /** Awaited between the check's transactions; an error ends the check. */
  between?: () => Promise<void>
}

/**
 * What a recomputation would change in the months of the range, and in all memberships; changes nothing itself. Months
 * that are left to be counted are not compared. Each shop's month is a transaction of its own, which is rolled back:
 * other writers of rollups wait for one at most.
 */
export async function differingMonths(
  db: Db,
  range: MonthRange,
  { onMonth, between = async () => {} }: CheckOptions = {},
): Promise<Differing[]> {
  const attempt = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
    const answer = await rolledBack(db, async (tx) => {
      // Before the first read of stored rows: a writer that is not done would be half visible.
      await tx.execute(sql`select lock_rollups()`)
      return work(tx)
    })
    await between()
    return answer
  }

  const strays = await strayMembers(db, attempt)
  const found: Differing[] = strays.map(({ shopId, month }) => ({ rollup: 'membership_interval', shopId, month }))

  const compare = async (month: string, shopIds: string[]) => {
    const differing: string[] = []
    for (const shopId of shopIds) {
      const members = strays.flatMap((one) => (one.shopId === shopId ? one.members : []))
      const changed = await attempt((tx) =>
        changedRollups(tx, month, shopId, async () => {
          if (members.length > 0) await rebuildMembership(tx, members)
          await tx.execute(sql`select rebuild_month(${month}, ${idArray([shopId])})`)
        }),
      )
      if (changed.length > 0) differing.push(shopId)
      found.push(...changed)
    }
    const members = strays.flatMap((one) => one.members)
    const changed = await attempt((tx) =>
      changedRollups(tx, month, '0', async () => {
        if (members.length > 0) await rebuildMembership(tx, members)
        // The chain is counted from its shops' rows, which must be right.
        await rebuildMonth(tx, month, differing)
      }),
    )
    found.push(...changed)
  }
  await eachMonth(db, range, compare, onMonth)
  return found
}

async function rolledBack<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  let answer: { of: T } | undefined
  await db
    .transaction(async (tx) => {
      answer = { of: await work(tx) }
      tx.rollback()
    })
    .catch((error) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })
  return (answer as { of: T }).of
}

/** A month in which a shop's membership stretches differ from the contracts, and whose they are. */
type Strays = {
  shopId: string
  /** YYYY-MM. */
  month: string
  members: string[]
}

const membersAtOnce = 2000

async function strayMembers(db: Db, attempt: <T>(work: (tx: Db) => Promise<T>) => Promise<T>): Promise<Strays[]> {
  const { rows } = await db.execute<{ last: number | null }>(sql`
    select greatest((select max(member_id) from contract), (select max(member_id) from membership_interval)) as last
  `)
  const last = rows[0]?.last ?? 0
  const strays: Strays[] = []
  for (let from = 1; from <= last; from += membersAtOnce) {
    const to = from + membersAtOnce - 1
    const found = await attempt(async (tx) => {
      const those = sql`select * from membership_interval where member_id between ${from} and ${to}`
      await tx.execute(sql`create temporary table membership_was on commit drop as ${those}`)
      await tx.execute(sql`select rebuild_membership(array(select generate_series(${from}::integer, ${to})))`)
      const { rows } = await tx.execute<Strays>(sql`
        select shop_id::text as "shopId", to_char(from_on, 'YYYY-MM') as month,
          array_agg(distinct member_id::text) as members
        from (
          (select * from membership_was except ${those}) union all (${those} except select * from membership_was)
        ) difference group by 1, 2 order by 1, 2`)
      return rows
    })
    strays.push(...found)
  }
  return strays
}

/** The rollups of a shop's month that differ after `act`. */
async function changedRollups(db: Db, from: string, shopId: string, act: () => Promise<void>): Promise<Differing[]> {
  const { rows } = await db.execute(sql`select from rollup_later where shop_id = ${shopId} and month = ${from}`)
  if (rows.length > 0) return []
  const before = await fingerprints(db, from, shopId)
  await act()
  const after = await fingerprints(db, from, shopId)
  return Object.keys(rollups)
    .filter((rollup) => before.get(rollup) !== after.get(rollup))
    .map((rollup) => ({ rollup, shopId, month: from.slice(0, 7) }))
}

/**
 * A hash of each rollup of a shop's month. An empty row equals a missing one: a shop that was added later has no
 * earlier months.
 */
async function fingerprints(db: Db, from: string, shopId: string): Promise<Map<string, string>> {
  const parts = Object.entries(rollups).map(
    ([table, day]) => sql`
      select ${table}::text as rollup, sum(hashtextextended(r::text, 0))::text as fingerprint
      from ${sql.identifier(table)} r
      where shop_id = ${shopId} and ${sql.identifier(day)} >= ${from}::date
        and ${sql.identifier(day)} < ${from}::date + interval '1 month'
        and (to_jsonb(r) - '{shop_id,date,month,counted_to,bits}'::text[])::text ~ '[1-9]'`,
  )
  const { rows } = await db.execute<{ rollup: string; fingerprint: string | null }>(sql.join(parts, sql` union all `))
  return new Map(rows.map(({ rollup, fingerprint }) => [rollup, fingerprint ?? '']))
}
