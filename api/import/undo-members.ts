import { sql } from 'drizzle-orm'
import { type UndoOutcome, undoOutcomes } from '#contract/words/import.ts'
import type { ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import { setFromJson } from './member-fields.ts'
import { refreshWritten } from './write-members.ts'

export type UndoCounts = Record<UndoOutcome, number>

/** The four counts that are shown before an import is taken back, for the transaction's person. */
export async function countUndo(scoped: Db, importId: string): Promise<UndoCounts> {
  const { rows } = await scoped.execute<{ undo: UndoOutcome; lines: number }>(
    sql`select undo, lines from import_undo_counts(${Number(importId)})`,
  )
  const lines = new Map(rows.map((one) => [one.undo, one.lines]))
  const outcomes = Object.keys(undoOutcomes) as UndoOutcome[]
  return Object.fromEntries(outcomes.map((outcome) => [outcome, lines.get(outcome) ?? 0])) as UndoCounts
}

/** Takes an import back as `countUndo` counts, in the caller's transaction, and marks each row with what became of it. */
export async function undoMembers(tx: Db, importId: string, shops: ShopScope): Promise<void> {
  const id = Number(importId)
  const inShops = shops === 'all' ? null : sql.param(shops.map(Number))
  await tx.execute(sql`set local app.bulk = 'on'`)
  await tx.execute(sql`update import_row r set undo = u.undo from import_undo(${id}, ${inShops}::integer[]) u
    where r.import_id = ${id} and r.line = u.line`)
  // A column stays the file's where it was before, or where another import has replaced it.
  await tx.execute(sql`
    update member m set ${setFromJson(sql`r.before`)}, file_columns = array(select c from unnest(m.file_columns) c
      where not r.after ? c or coalesce(r.before -> 'file_columns' ? c, false) order by 1)
    from import_row r
    where r.import_id = ${id} and r.undo = 'restored' and r.outcome = 'changed' and m.id = r.member_id`)
  await tx.execute(sql`
    with gone as (
      delete from member m using import_row r
      where r.import_id = ${id} and r.undo = 'restored' and r.outcome = 'created' and m.id = r.member_id
      returning m.user_id
    )
    delete from user_account a using gone where a.id = gone.user_id`)
  await refreshWritten(tx, id)
  await tx.execute(sql`select forget_empty_totals()`)
}
