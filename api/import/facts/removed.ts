import { type SQL, sql } from 'drizzle-orm'
import type { UndoOutcome } from '#contract/words/import.ts'
import type { ShopScope } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { inShops } from '../scope.ts'
import type { UndoCounts } from '../undo.ts'
import { type FactTable, isSameFact } from './tables.ts'

// Rows of an earlier import that a corrected file no longer has and that a person has chosen to take away.

export const removedBy = (importId: number): SQL => sql`r.import_id = ${importId} and r.outcome = 'removed'`

/** Removes the rows; one that has changed since the check stays, and its line is stale. */
export async function removeFacts(tx: Db, table: FactTable, importId: number, shops: ShopScope): Promise<void> {
  const name = sql.identifier(table.name)
  await tx.execute(sql`update import_row r set outcome = 'stale' where ${removedBy(importId)} and not exists (
    select from (${table.source}) x where x.id = r.fact_id and x.from_file and ${inShops(sql`x.shop_id`, shops)}
      and to_jsonb(x) @> (r.before - 'sale_lines'))`)
  if (table.name === 'sale') {
    await tx.execute(
      sql`delete from sale_line l using import_row r where ${removedBy(importId)} and l.sale_id = r.fact_id`,
    )
  }
  await tx.execute(sql`delete from ${name} t using import_row r where ${removedBy(importId)} and t.id = r.fact_id`)
}

/**
 * What an undo does with each: it comes back, unless somebody has brought the same fact since, the import that had made it
 * was taken back, or its member is no longer of these shops.
 */
function judged(table: FactTable, importId: number, shops: ShopScope): SQL {
  return sql`select r.line, case
      when not ${inShops(sql`(r.before ->> 'shop_id')::integer`, shops)}
        or exists (select from ${sql.identifier(table.name)} t where t.id = r.fact_id)
        or (r.member_id is not null
          and not exists (select from member m where m.id = r.member_id and ${inShops(sql`m.shop_id`, shops)}))
        or exists (select from import_row c join import_file f on f.id = c.import_id
          where c.fact_id = r.fact_id and c.outcome = 'created' and f.state = 'undone'
            and f.kind = (select kind from import_file where id = ${importId})) then 'impossible'
      when exists (select from (${table.source}) x where ${isSameFact(table, sql`x`, sql`r.before`)}) then 'later'
      else 'restored' end as undo
    from import_row r where ${removedBy(importId)}`
}

/** With the counts of what an undo takes away or puts back otherwise. */
export async function withRemoved(
  counts: UndoCounts,
  table: FactTable,
  scoped: Db,
  importId: string,
  shops: ShopScope,
): Promise<UndoCounts> {
  const rows = await rowsOf<{ undo: UndoOutcome; lines: number }>(
    scoped,
    sql`select j.undo, count(*)::integer as lines from (${judged(table, Number(importId), shops)}) j group by 1`,
  )
  const sum = { ...counts }
  for (const { undo, lines } of rows) sum[undo] += lines
  return sum
}

/** Restores the removed rows, with their numbers. */
export async function putBackRemoved(tx: Db, table: FactTable, importId: number, shops: ShopScope): Promise<void> {
  await tx.execute(sql`update import_row r set undo = j.undo from (${judged(table, importId, shops)}) j
    where r.import_id = ${importId} and r.line = j.line`)
  const back = sql`${removedBy(importId)} and r.undo = 'restored'`
  const name = sql.identifier(table.name)
  await tx.execute(sql`insert into ${name} select x.* from import_row r
    cross join lateral jsonb_populate_record(null::${name}, r.before) x where ${back}`)
  if (table.name !== 'sale') return
  await tx.execute(sql`insert into sale_line select x.* from import_row r
    cross join lateral jsonb_populate_recordset(null::sale_line, r.before -> 'sale_lines') x where ${back}`)
}
