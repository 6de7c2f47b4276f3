import { eq, type SQL, sql } from 'drizzle-orm'
import type { ShopScope } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { lockRows } from '../../db/expressions.ts'
import { type Beside, importFile } from '../../db/schema/import.ts'
import type { OnRows } from '../compared.ts'
import { linesToWrite, rowsToWrite } from '../lines-to-write.ts'
import { inShops } from '../scope.ts'
import type { FactKind } from './columns.ts'
import { both, followFacts, touchedBy } from './follow.ts'
import { reachFacts } from './known-days.ts'
import { leaveWithoutNext } from './previous.ts'
import { removedBy, removeFacts } from './removed.ts'
import { linesOfSales, makeProducts } from './sales.ts'
import { type FactTable, factTables, isSameFact, ofJson, type RowTable, storedFields } from './tables.ts'

/**
 * Writes the checked rows of an import of facts, in the caller's transaction. A row whose fact is no longer as the check
 * saw it, or no longer of these shops, is not written but `stale`. Members, the list and the months to be counted follow.
 */
export async function writeFacts(
  kind: FactKind,
  tx: Db,
  importId: string,
  shops: ShopScope,
  now: Date,
  onRows: OnRows = async () => {},
): Promise<void> {
  await tx.execute(sql`set local app.bulk = 'on'`)
  const table = factTables[kind]
  const id = Number(importId)
  await lockChanged(tx, table, id)
  const made = await makeNames(kind, tx, id, shops)
  const removed = await touchedBy(tx, kind, removedBy(id))
  await removeFacts(tx, table, id, shops)
  for await (const lines of linesToWrite(tx, id, onRows)) {
    await changeRows(tx, table, lines, shops)
    await writeLines(tx, table, sql`${lines} and r.outcome = 'changed' and r.after ? 'lines'`, sql`r.after`)
    await createFacts(tx, table, lines, shops)
  }
  if (kind === 'contract') {
    await leaveWithoutNext(tx, id)
    await changeRows(tx, table, sql`r.import_id = ${id} and r.line < 0`, shops)
  }
  await onRows(await rowsToWrite(tx, id))
  // Staff of a shop cannot move the days of the chain.
  const [file] = await tx.select({ answers: importFile.answers }).from(importFile).where(eq(importFile.id, importId))
  const knownDays = shops === 'all' && file ? await reachFacts(tx, kind, { id, answers: file.answers, now }) : []
  const beside: Beside = { ...made, knownDays }
  await tx.execute(sql`update import_file set beside = ${JSON.stringify(beside)}::jsonb where id = ${id}`)
  const written = sql`r.import_id = ${id} and r.outcome in ('created', 'changed')`
  await followFacts(tx, kind, written, both(await touchedBy(tx, kind, written), removed))
}

/** The rows that an import changes, or has written. */
export const lockChanged = (tx: Db, { name }: RowTable, importId: number) =>
  lockRows(
    tx,
    name,
    sql`t.id in (select r.fact_id from import_row r
      where r.import_id = ${importId} and r.outcome in ('created', 'changed', 'removed') and r.fact_id is not null)`,
  )

/**
 * Changes rows as their imports have it, and locks what was chosen over the club system's values. One that is no longer
 * as it was, or whose new number is another's by now, is stale.
 */
export async function changeRows(tx: Db, table: RowTable, lines: SQL, shops: ShopScope) {
  const lock = sql`, provider_values = case when r.after ? 'provider_values'
    then coalesce(t.provider_values, '{}') || (r.after -> 'provider_values') else t.provider_values end`
  await tx.execute(sql`
    with written as (
      update ${sql.identifier(table.name)} t set ${assignmentsOf(table, sql`r.after`)}${table.hasLocks ? lock : sql``}
      from import_row r
      where ${lines} and r.outcome = 'changed' and t.id = r.fact_id and ${inShops(sql`t.shop_id`, shops)}
        and (not r.after ? 'shop_id' or ${inShops(sql`(r.after ->> 'shop_id')::integer`, shops)})
        and (select to_jsonb(x) from (${table.source}) x where x.id = r.fact_id) @> r.before
        and not ${isAnothers(table, sql`r.after`)}
      returning r.line
    )
    update import_row r set outcome = 'stale'
    where ${lines} and r.outcome = 'changed' and r.line not in (select line from written)`)
}

/** Whether a value of the JSON that nobody else may have is another row's by now. */
export const isAnothers = ({ name, fields, unique }: RowTable, json: SQL): SQL =>
  sql`(false ${sql.join(
    fields.flatMap((field) =>
      unique.includes(field.name)
        ? [
            sql`or exists (select from ${sql.identifier(name)} o
        where o.${sql.identifier(field.name)} = ${ofJson(json, field)} and o.id <> r.fact_id) `,
          ]
        : [],
    ),
  )})`

/** For an update of table `t`: each column that the JSON has, as it has it. */
export const assignmentsOf = (table: RowTable, json: SQL): SQL =>
  sql.join(
    storedFields(table).map(
      ({ field, column, value }) => sql`${column} = case when ${json} ? ${sql.raw(`'${field.name}'`)}
        then ${value(json)} else t.${column} end`,
    ),
    sql`, `,
  )

async function createFacts(tx: Db, table: FactTable, lines: SQL, shops: ShopScope) {
  const name = sql.identifier(table.name)
  const columns = storedFields(table)
  const hasNumber = table.unique.includes('external_id')
  await tx.execute(sql`
    update import_row r set fact_id = nextval(pg_get_serial_sequence(${table.name}, 'id'))
    where ${lines} and r.outcome = 'created' and ${inShops(sql`(r.after ->> 'shop_id')::integer`, shops)}
      and (r.member_id is null or ${inShops(sql`(select m.shop_id from member m where m.id = r.member_id)`, shops)})
      ${
        table.natural.length > 0
          ? sql`and not exists (select from (${table.source}) x where ${isSameFact(table, sql`x`, sql`r.after`)}
        ${hasNumber ? sql`and (x.external_id is null or not r.after ? 'external_id')` : sql``})`
          : sql``
      }
      ${hasNumber ? sql`and not exists (select from ${name} o where o.external_id = (r.after ->> 'external_id')::integer)` : sql``}`)
  await tx.execute(
    sql`update import_row r set outcome = 'stale' where ${lines} and r.outcome = 'created' and r.fact_id is null`,
  )
  await tx.execute(sql`
    insert into ${name} (id, from_file, ${sql.join(
      columns.map(({ column }) => column),
      sql`, `,
    )})
    select r.fact_id, true, ${sql.join(
      columns.map(({ value }) => value(sql`r.after`)),
      sql`, `,
    )}
    from import_row r where ${lines} and r.outcome = 'created' order by r.line`)
  await writeLines(tx, table, sql`${lines} and r.outcome = 'created'`, sql`r.after`)
}

/** The lines of sales, as the JSON has them, instead of those that are there. */
export async function writeLines(tx: Db, table: RowTable, lines: SQL, json: SQL): Promise<void> {
  if (table.name !== 'sale') return
  await tx.execute(
    sql`delete from sale_line l using import_row r where ${lines} and l.sale_id = r.fact_id and ${json} ? 'lines'`,
  )
  await tx.execute(
    linesOfSales(sql`select r.fact_id as sale_id, ${json} -> 'lines' as lines from import_row r where ${lines}`),
  )
}

type Made = Omit<Beside, 'knownDays'>

/** Plans, ticket types and products that the rows name and nobody has; of a shop's people tickets for their shops. */
async function makeNames(kind: FactKind, tx: Db, id: number, shops: ShopScope): Promise<Made> {
  const rows = sql`import_row r where r.import_id = ${id} and r.outcome in ('created', 'changed')`
  const made: Made = { plans: [], tickets: [], products: [] }
  if (kind === 'contract') {
    made.plans = await idsOf(
      tx,
      sql`insert into shop_plan (shop_id, code, name, status, category, is_suspension_plan, price_monthly, with_lean_body_content)
        select shop_id, left(name, 40), name, 'active',
          case kind when 'suspension' then 'suspension' when 'option' then 'option' else 'other' end, kind = 'suspension',
          -- What most of its contracts pay.
          coalesce(mode() within group (order by fee), 0), coalesce(bool_or(lean), false)
        from (select (r.after ->> 'shop_id')::integer as shop_id, r.after ->> 'plan' as name, r.after ->> 'kind' as kind,
            (r.after ->> 'monthly_fee')::integer as fee, (r.after ->> 'lean_body')::boolean as lean
          from ${rows} and r.after ? 'plan') named
        where not exists (select from shop_plan p where p.shop_id = named.shop_id and p.name = named.name)
        group by shop_id, name, kind order by shop_id, name returning id`,
    )
  }
  if (kind === 'ticket') {
    made.tickets = await idsOf(
      tx,
      sql`insert into ticket (code, name, type, price, num, valid_days, status, target_scope, target_shop_ids)
        select left(name, 40), name, 'reservation',
          -- As most of them were sold.
          coalesce(mode() within group (order by num * unit_price), 0), mode() within group (order by num),
          mode() within group (order by days) filter (where days > 0), 'active',
          ${shops === 'all' ? 'all' : 'shops'}, ${sql.param(shops === 'all' ? [] : shops.map(Number).sort((a, b) => a - b))}::integer[]
        from (select r.after ->> 'ticket' as name, coalesce((r.after ->> 'granted_num')::integer, 1) as num,
            (r.after ->> 'unit_price')::integer as unit_price,
            (r.after ->> 'expires_on')::date - tokyo_day((r.after ->> 'granted_at')::timestamptz) as days
          from ${rows} and r.after ? 'ticket') named
        where not exists (select from ticket t where t.name = named.name) group by name order by name returning id`,
    )
  }
  if (kind === 'sale') {
    const [file] = await tx
      .select({ result: importFile.result })
      .from(importFile)
      .where(eq(importFile.id, String(id)))
    const isSaid = file?.result?.headings.some(({ column }) => column === 'category') ?? false
    Object.assign(made, await makeProducts(tx, rows, { isSaid, isHeadOffice: shops === 'all' }))
  }
  return made
}

const idsOf = async (tx: Db, made: SQL) => {
  const { rows } = await tx.execute<{ id: number }>(made)
  return rows.map(({ id }) => id)
}
