import { type SQL, sql } from 'drizzle-orm'
import type { ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import { columnNames, setFromJson, valuesOfJson } from './member-fields.ts'
import { inShops } from './scope.ts'

/** Rows per statement. */
const atOnce = 5000

/**
 * Writes the checked rows of an import, in the caller's transaction. A row whose member is no longer as the check saw
 * them, or no longer of these shops, is not written but `stale`. The members list follows at the end, so that its totals
 * are locked for the shortest time.
 */
export async function writeMembers(tx: Db, importId: string, shops: ShopScope): Promise<void> {
  await tx.execute(sql`set local app.bulk = 'on'`)
  const id = Number(importId)
  const { rows } = await tx.execute<{ last: number | null }>(
    sql`select max(line) as last from import_row where import_id = ${id} and outcome in ('created', 'changed')`,
  )
  const last = rows[0]?.last ?? 0
  for (let from = 1; from <= last; from += atOnce) {
    const lines = sql`r.import_id = ${id} and r.line between ${from} and ${from + atOnce - 1}`
    await changeMembers(tx, lines, shops)
    await createMembers(tx, lines, shops)
  }
  await refreshWritten(tx, id)
}

/** A row whose new number is somebody else's by now is stale, too: numbers stay unique. */
async function changeMembers(tx: Db, lines: SQL, shops: ShopScope) {
  await tx.execute(sql`
    with written as (
      update member m set ${setFromJson(sql`r.after`)},
        file_columns = case when m.last_synced_at is null then m.file_columns else array(
          select c from unnest(m.file_columns) c union select jsonb_object_keys(r.after) order by 1) end
      from import_row r
      where ${lines} and r.outcome = 'changed' and m.id = r.member_id and to_jsonb(m) @> r.before
        and ${inShops(sql`m.shop_id`, shops)}
        and (not r.after ? 'shop_id' or ${inShops(sql`(r.after ->> 'shop_id')::integer`, shops)})
        and not exists (select from member o where o.member_no = r.after ->> 'member_no' and o.id <> m.id)
        and not exists (select from member o where o.external_id = (r.after ->> 'external_id')::integer and o.id <> m.id)
      returning r.line
    )
    update import_row r set outcome = 'stale' where ${lines} and r.outcome = 'changed' and r.line not in (select line from written)`)
}

/** Rows get their members' ids first: a join of rows that the planner has no statistics of would be a loop in a loop. */
async function createMembers(tx: Db, lines: SQL, shops: ShopScope) {
  await tx.execute(sql`
    update import_row r set member_id = nextval(pg_get_serial_sequence('member', 'id'))
    where ${lines} and r.outcome = 'created' and ${inShops(sql`(r.after ->> 'shop_id')::integer`, shops)}
      and not exists (select from member o where o.member_no = r.after ->> 'member_no')
      and not exists (select from member o where o.external_id = (r.after ->> 'external_id')::integer)`)
  await tx.execute(sql`
    with fresh as materialized (
      select r.member_id, r.after, nextval(pg_get_serial_sequence('user_account', 'id')) as user_id from import_row r
      where ${lines} and r.outcome = 'created' and r.member_id is not null
    ),
    account as (insert into user_account (id, type) select user_id, 'member' from fresh)
    insert into member (id, user_id, status, contract_status, ${columnNames})
    select f.member_id, f.user_id, 'waiting', 'waiting', ${valuesOfJson(sql`f.after`)} from fresh f`)
  await tx.execute(
    sql`update import_row r set outcome = 'stale' where ${lines} and r.outcome = 'created' and r.member_id is null`,
  )
}

/** The rows of the members list of everybody in the import; with the list's totals. */
export async function refreshWritten(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`select refresh_member_list(array(select member_id from import_row
    where import_id = ${id} and member_id is not null and outcome in ('created', 'changed')))`)
}
