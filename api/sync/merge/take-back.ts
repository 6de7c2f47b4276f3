import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { BeforeMerge } from '../../db/schema/club-merge.ts'
import type { FactKind } from '../../import/facts/columns.ts'
import { followTouched, type Touched, touchedAre } from '../../import/facts/follow.ts'
import { settleRefunds } from '../../import/facts/refunds.ts'
import { forgetAllDoubles } from './doubles.ts'
import { heldSentence } from './hold.ts'

// What the club system's rows have changed and added, taken back as a whole: rows of files are as they were, rows that it
// added go, and somebody has to choose again how both meet.

const tables = {
  contract: { table: 'contract', ofTheirs: sql`not t.from_file` },
  ticket: { table: 'member_ticket', ofTheirs: sql`not t.from_file` },
  visit: { table: 'visit', ofTheirs: sql`not t.from_file and t.reservation_id is not null` },
  booking: { table: 'reservation', ofTheirs: sql`not t.from_file` },
  sale: { table: 'sale', ofTheirs: sql`not t.from_file` },
} as const
type Kind = keyof typeof tables
const kinds = Object.keys(tables) as Kind[]

/** The present rows, so that they can be restored. */
export async function rememberBefore(tx: Db): Promise<BeforeMerge> {
  const [found] = await rowsOf<{ before: BeforeMerge }>(tx, sql`select before_merge() as before`)
  return (found as { before: BeforeMerge }).before
}

export async function takeBackMerge(tx: Db, brandCode: string): Promise<void> {
  const [merge] = await rowsOf<{ before: BeforeMerge | null }>(
    tx,
    sql`select before from club_merge where brand_code = ${brandCode}`,
  )
  if (!merge?.before) return
  const { highest, dataState, dataPeriods } = merge.before
  await tx.execute(sql`set local app.bulk = 'on'`)
  const touched = new Map<Kind, Touched[]>()
  const note = async (kind: Kind, ids: readonly number[]) => {
    if (ids.length > 0) touched.set(kind, [...(touched.get(kind) ?? []), await touchedAre(tx, kind, ids)])
  }
  for (const kind of kinds) {
    const { table, ofTheirs } = tables[kind]
    const name = sql.identifier(table)
    const ids = (query: ReturnType<typeof sql>) =>
      rowsOf<{ id: number }>(tx, query).then((rows) => rows.map(({ id }) => id))
    const gone = await ids(
      sql`select t.id from ${name} t where t.id > ${highest[table] ?? 0} and ${ofTheirs} order by 1`,
    )
    const back = await ids(sql`select t.id from ${name} t join merge_row r on r.row_id = t.id
      where r.brand_code = ${brandCode} and r.table_name = ${table} order by 1`)
    await note(kind, [...gone, ...back])
    const those = sql`any (${sql.param(gone)}::integer[])`
    if (kind === 'sale') await tx.execute(sql`delete from sale_line l where l.sale_id = ${those}`)
    if (kind === 'contract') await tx.execute(sql`delete from membership_interval i where i.contract_id = ${those}`)
    await tx.execute(sql`delete from ${name} t where t.id = ${those}`)
  }
  await tx.execute(sql`select restore_before_merge(${brandCode})`)
  for (const kind of kinds) {
    const { table } = tables[kind]
    const rows = await rowsOf<{ id: number }>(
      tx,
      sql`select row_id as id from merge_row where brand_code = ${brandCode} and table_name = ${table} order by 1`,
    )
    await note(
      kind,
      rows.map(({ id }) => id),
    )
  }
  await restoreDays(tx, dataState, dataPeriods)
  for (const [kind, some] of touched) await followTouched(tx, kind, await withRefunds(tx, kind, together(some)))
  await forgetMembers(tx, brandCode, highest.member ?? 0)
  // They are kept, and written again once somebody has said how.
  await tx.execute(sql`update provider_row set outcome = 'skipped', reason = ${heldSentence}
    where brand_code = ${brandCode} and outcome = 'written'
      and resource in ('members', 'contracts', 'memberTickets', 'bookings', 'purchases')`)
  await tx.execute(sql`delete from merge_row where brand_code = ${brandCode}`)
  await tx.execute(sql`delete from merge_pair where brand_code = ${brandCode}`)
  await forgetAllDoubles(tx)
}

/** All of them. */
export const together = (some: readonly Touched[]): Touched => ({
  members: [...new Set(some.flatMap(({ members }) => members))],
  shops: [...new Set(some.flatMap(({ shops }) => shops))],
  since: some.flatMap(({ since }) => since ?? []).sort()[0] ?? null,
})

/** The sales that refunds pay back are found again. */
export async function withRefunds(tx: Db, kind: FactKind, touched: Touched): Promise<Touched> {
  if (kind !== 'sale') return touched
  const { shops, since } = await settleRefunds(tx, sql`false`, {
    members: touched.members,
    guestsOf: touched.shops,
    withStrangers: true,
  })
  return together([touched, { members: [], shops, since }])
}

async function restoreDays(tx: Db, dataState: BeforeMerge['dataState'], dataPeriods: BeforeMerge['dataPeriods']) {
  await tx.execute(sql`delete from data_state`)
  await tx.execute(
    sql`insert into data_state select s.* from jsonb_populate_recordset(null::data_state, ${JSON.stringify(dataState ? [dataState] : [])}::jsonb) s`,
  )
  await tx.execute(sql`delete from data_period`)
  await tx.execute(
    sql`insert into data_period select p.* from jsonb_populate_recordset(null::data_period, ${JSON.stringify(dataPeriods)}::jsonb) p`,
  )
}

/** Members whom the club system has added, unless something of them is here: then only files know them. */
async function forgetMembers(tx: Db, brandCode: string, highest: number) {
  await tx.execute(sql`delete from missing_member where brand_code = ${brandCode}`)
  await tx.execute(sql`
    with added as materialized (select id from member where id > ${highest} and last_synced_at is not null),
    gone as (
      delete from member m where m.id in (select id from added)
        and m.id not in (select used_members(array(select id from added))) returning m.user_id
    )
    delete from user_account a using gone where a.id = gone.user_id`)
  await tx.execute(sql`update member set last_synced_at = null where id > ${highest} and last_synced_at is not null`)
  const ids = sql`array(select row_id from merge_row where brand_code = ${brandCode} and table_name = 'member')`
  await tx.execute(sql`select refresh_member_list(${ids})`)
  await tx.execute(sql`select forget_empty_totals()`)
}
