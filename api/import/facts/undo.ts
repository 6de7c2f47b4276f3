import { sql } from 'drizzle-orm'
import type { ShopScope } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { Beside, KnownDays } from '../../db/schema/import.ts'
import { judgeUndo, restoreRows } from '../undo.ts'
import type { FactKind } from './columns.ts'
import { both, followFacts, touchedBy } from './follow.ts'
import { putBackRemoved, removedBy } from './removed.ts'
import { takeBackDecided } from './sales.ts'
import { factTables } from './tables.ts'

/** Takes an import of facts back as it was counted, in the caller's transaction, and marks each row. */
export async function undoFacts(kind: FactKind, tx: Db, importId: string, shops: ShopScope): Promise<void> {
  const table = factTables[kind]
  const name = sql.identifier(table.name)
  const id = Number(importId)
  await tx.execute(sql`set local app.bulk = 'on'`)
  await judgeUndo(table, tx, importId, shops)
  const restored = sql`r.import_id = ${id} and r.undo = 'restored'`
  const undone = sql`(${restored} or r.import_id = ${id} and r.restored is not null)`
  const touched = await touchedBy(tx, kind, undone)
  await restoreRows(table, tx, importId)
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
  await putBackRemoved(tx, table, id, shops)
  const back = await touchedBy(tx, kind, sql`${removedBy(id)} and r.undo = 'restored'`)
  // Before the products: refunds that only follow from these sales name them, too.
  await followFacts(tx, kind, undone, both(touched, back))
  await takeBackBeside(tx, id)
  await tx.execute(sql`select forget_empty_totals()`)
}

/** Names that only this import used go, and the days that it stated, while nobody has stated others. */
async function takeBackBeside(tx: Db, id: number) {
  const [file] = await rowsOf<{ beside: Beside | null }>(tx, sql`select beside from import_file where id = ${id}`)
  if (!file?.beside) return
  const { plans, tickets, products, knownDays } = file.beside
  const ids = (numbers: readonly number[]) => sql`any (${sql.param(numbers)}::integer[])`
  await tx.execute(sql`delete from shop_plan p where p.id = ${ids(plans)} and p.version = 1 and p.external_id is null
    and not exists (select from contract c where c.plan_id = p.id)
    and not exists (select from shop_plan o where o.joined_to = p.id)`)
  await tx.execute(sql`delete from ticket t where t.id = ${ids(tickets)} and t.external_id is null
    and not exists (select from member_ticket m where m.ticket_id = t.id)`)
  await tx.execute(sql`delete from product p where p.id = ${ids(products)}
    and not exists (select from sale_line l where l.product_id = p.id)`)
  await takeBackDecided(tx, file.beside.decided ?? [])
  for (const days of knownDaysOf(knownDays)) await takeBackDays(tx, id, days)
}

/** Earlier versions stored one statement of the chain, or none. */
const knownDaysOf = (stored: KnownDays[] | Omit<KnownDays, 'shopId'> | null): KnownDays[] =>
  [stored ?? []].flat().map((days) => ({ shopId: 0, ...days }))

async function takeBackDays(tx: Db, id: number, { kind, shopId, before, after }: KnownDays) {
  // A later import of the kind has stated them, too.
  const isStill = sql`kind = ${kind} and shop_id = ${shopId} and first_on is not distinct from ${after.firstOn}::date
    and last_on is not distinct from ${after.lastOn}::date
    and not exists (select from import_file o join import_file f on f.id = ${id}
      cross join jsonb_path_query(o.beside, 'lax $.knownDays[*]') d
      where o.state = 'written' and (o.written_at, o.id) > (f.written_at, f.id)
        and d ->> 'kind' = ${kind} and coalesce((d ->> 'shopId')::integer, 0) = ${shopId})`
  await tx.execute(
    before
      ? sql`update data_period set first_on = ${before.firstOn}::date, last_on = ${before.lastOn}::date where ${isStill}`
      : sql`delete from data_period where ${isStill}`,
  )
}
