import { type SQL, sql } from 'drizzle-orm'
import type { UndoOutcome } from '#contract/words/import.ts'
import type { ShopScope } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { Beside } from '../../db/schema/import.ts'
import { inShops } from '../scope.ts'
import type { FactKind } from './columns.ts'
import { followFacts, touchedBy } from './follow.ts'
import { type FactTable, factTables } from './tables.ts'
import { assignmentsOf, writeLines } from './write.ts'

/**
 * What becomes of a written row `r`: a value is restored, and a new fact goes, while it is still what was written. By
 * row, because the planner has no statistics of a new import: a join of its rows would be a loop in a loop.
 */
const outcomeOf = (table: FactTable, shops: ShopScope): SQL => sql`
  coalesce((select case
    when not ${inShops(sql`x.shop_id`, shops)}
      or not ${inShops(sql`coalesce((r.before ->> 'shop_id')::integer, x.shop_id)`, shops)} then 'impossible'
    when not to_jsonb(x) @> r.after then 'later'
    else 'restored' end
  from (${table.source}) x where x.id = r.fact_id), 'impossible')`

const written = (importId: string) => sql`r.import_id = ${Number(importId)} and r.outcome in ('created', 'changed')`

/** The counts that are shown before an import of facts is taken back, for the transaction's person. */
export async function countFactUndo(kind: FactKind, scoped: Db, importId: string, shops: ShopScope) {
  const rows = await rowsOf<{ undo: UndoOutcome; lines: number }>(
    scoped,
    sql`select ${outcomeOf(factTables[kind], shops)} as undo, count(*)::integer as lines
      from import_row r where ${written(importId)} group by 1`,
  )
  const lines = new Map(rows.map((one) => [one.undo, one.lines]))
  const of = (undo: UndoOutcome) => lines.get(undo) ?? 0
  return { restored: of('restored'), later: of('later'), used: 0, impossible: of('impossible') }
}

/** Takes an import of facts back as it was counted, in the caller's transaction, and marks each row. */
export async function undoFacts(kind: FactKind, tx: Db, importId: string, shops: ShopScope): Promise<void> {
  const table = factTables[kind]
  const name = sql.identifier(table.name)
  const id = Number(importId)
  await tx.execute(sql`set local app.bulk = 'on'`)
  await tx.execute(sql`update import_row r set undo = ${outcomeOf(table, shops)} where ${written(importId)}`)
  const restored = sql`r.import_id = ${id} and r.undo = 'restored'`
  const touched = await touchedBy(tx, kind, restored)
  await tx.execute(sql`update ${name} t set ${assignmentsOf(table, sql`r.before`)}, from_file = (r.before ->> 'from_file')::boolean
    from import_row r where ${restored} and r.outcome = 'changed' and t.id = r.fact_id`)
  await writeLines(tx, table, sql`${restored} and r.outcome = 'changed'`, sql`r.before`)
  if (table.name === 'sale') {
    await tx.execute(sql`delete from sale_line l using import_row r
      where ${restored} and r.outcome = 'created' and l.sale_id = r.fact_id`)
  }
  // The membership names its contracts.
  if (table.name === 'contract') {
    await tx.execute(sql`delete from membership_interval i using import_row r
      where ${restored} and r.outcome = 'created' and i.contract_id = r.fact_id`)
  }
  await tx.execute(
    sql`delete from ${name} t using import_row r where ${restored} and r.outcome = 'created' and t.id = r.fact_id`,
  )
  // Before the products: refunds that only follow from these sales name them, too.
  await followFacts(tx, kind, restored, touched)
  await takeBackBeside(tx, id)
  await tx.execute(sql`select forget_empty_totals()`)
}

/** Names that only this import used go, and the days that it stated, while nobody has stated others. */
async function takeBackBeside(tx: Db, id: number) {
  const [file] = await rowsOf<{ beside: Beside | null }>(tx, sql`select beside from import_file where id = ${id}`)
  if (!file?.beside) return
  const { plans, tickets, products, knownDays } = file.beside
  const ids = (numbers: readonly number[]) => sql`any (${sql.param(numbers)}::integer[])`
  await tx.execute(sql`delete from shop_plan p where p.id = ${ids(plans)} and p.version = 1
    and not exists (select from contract c where c.plan_id = p.id)`)
  await tx.execute(sql`delete from ticket t where t.id = ${ids(tickets)}
    and not exists (select from member_ticket m where m.ticket_id = t.id)`)
  await tx.execute(sql`delete from product p where p.id = ${ids(products)}
    and not exists (select from sale_line l where l.product_id = p.id)`)
  if (!knownDays) return
  const { kind, before, after } = knownDays
  const isStill = sql`kind = ${kind} and first_on is not distinct from ${after.firstOn}::date
    and last_on is not distinct from ${after.lastOn}::date`
  await tx.execute(
    before
      ? sql`update data_period set first_on = ${before.firstOn}::date, last_on = ${before.lastOn}::date where ${isStill}`
      : sql`delete from data_period where ${isStill}`,
  )
}
