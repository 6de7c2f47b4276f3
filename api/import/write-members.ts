import { type SQL, sql } from 'drizzle-orm'
import type { ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { OnRows } from './compared.ts'
import { changeRows, lockChanged } from './facts/write.ts'
import { linesToWrite } from './lines-to-write.ts'
import { writeConsents } from './mail-consent.ts'
import { columnNames, memberTable, valuesOfJson } from './member-fields.ts'
import { inShops } from './scope.ts'

/**
 * Writes the checked rows of an import, in the caller's transaction. A row whose member is no longer as the check saw
 * them, or no longer of these shops, is not written but `stale`. The members list follows at the end, so that its totals
 * are locked for the shortest time.
 */
export async function writeMembers(
  tx: Db,
  importId: string,
  shops: ShopScope,
  written: { now: Date; by: string | null },
  onRows?: OnRows,
): Promise<void> {
  await tx.execute(sql`set local app.bulk = 'on'`)
  const id = Number(importId)
  await lockChanged(tx, memberTable, id)
  for await (const lines of linesToWrite(tx, id, onRows)) {
    await changeRows(tx, memberTable, lines, shops)
    await createMembers(tx, lines, shops)
    await writeConsents(tx, lines, written)
  }
  await refreshWritten(tx, id)
}

/** Rows get their members' ids first: a join of rows that the planner has no statistics of would be a loop in a loop. */
async function createMembers(tx: Db, lines: SQL, shops: ShopScope) {
  await tx.execute(sql`
    update import_row r set member_id = made.id, fact_id = made.id
    from (select line, nextval(pg_get_serial_sequence('member', 'id')) as id from import_row r
      where ${lines} and r.outcome = 'created') made
    where made.line = r.line and ${lines} and r.outcome = 'created' and ${inShops(sql`(r.after ->> 'shop_id')::integer`, shops)}
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
