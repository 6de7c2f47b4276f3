import { type SQL, sql } from 'drizzle-orm'
import { type UndoOutcome, undoOutcomes } from '#contract/words/import.ts'
import type { ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import type { RowTable } from './facts/tables.ts'
import { assignmentsOf, isAnothers, lockChanged, writeLines } from './facts/write.ts'
import { inShops } from './scope.ts'

// What an undo takes back, for all kinds: what its import wrote, and nothing that anybody has written or confirmed since.

export type UndoCounts = Record<UndoOutcome, number>

const written = (importId: string) => sql`r.import_id = ${Number(importId)} and r.outcome in ('created', 'changed')`

/**
 * Of written rows: what becomes of each, which values go back, and which columns it no longer locks. A row's JSON is read
 * by row, because the planner has no statistics of a new import: a join of its rows would be a loop in a loop.
 */
function judged(table: RowTable, importId: string, shops: ShopScope, since: SQL): SQL {
  const { fields, together, hasLocks } = table
  const names = fields.map(
    (field) =>
      sql`(${field.name}::text, ${field.stored?.column ?? field.name}::text, ${field.type}::text, ${field.isOwn === true}::boolean)`,
  )
  const theirs = sql`x.j -> 'provider_values' -> w.col`
  const isTheirs = sql`case when w.type = 'timestamptz' then (${theirs} ->> 'value')::timestamptz = (x.j ->> w.col)::timestamptz
    else ${theirs} -> 'value' = x.j -> w.col end`
  const wasLocked = sql`coalesce(r.before -> 'provider_values' ? w.col, false)`
  // A row that was a file's stays as the club system has it by now; a column that somebody has let go, too.
  const isOurs = sql`(w.own or x.j ->> 'from_file' = 'true' or r.before ->> 'from_file' = 'false'
    ${hasLocks ? sql`and coalesce(x.j -> 'provider_values' ? w.col, false) and (${isTheirs}) is not true` : sql``})`
  const isWhole = together.map((group) => {
    const of = sql`${sql.param(group)}::text[]`
    return sql`and (w.name <> all (${of}) or w.ours @> array(select v from unnest(${of}) v where v = any (w.written)))`
  })
  const isNew = sql`case when x.j ->> 'from_file' = 'false' or r.names is not null
    or exists (select from unnest(${sql.param(fields.map(({ name }) => name))}::text[]) f
      where coalesce(x.j ->> f, '') <> coalesce(r.after ->> f, ''))
    or x.j ->> 'updated_at' is not null then 'later' else 'restored' end`
  return sql`
    select r.line, case
        when x.j is null or not ${inShops(sql`(x.j ->> 'shop_id')::integer`, shops)}
          or not ${inShops(sql`coalesce((r.before ->> 'shop_id')::integer, (x.j ->> 'shop_id')::integer)`, shops)}
          or r.is_taken or ${isAnothers(table, sql`r.before`)} then 'impossible'
        when r.outcome = 'created' then case when r.is_used then 'used' else ${isNew} end
        when b.stays then 'later' else 'restored' end as undo,
      b.back, b.unlocked
    from (select r.*, s.names, s.is_used, s.is_taken from import_row r
      left join ${since}(${Number(importId)}) s on s.line = r.line where ${written(importId)}) r
    left join lateral (select to_jsonb(x) as j from (${table.source}) x where x.id = r.fact_id) x on true
    left join lateral (
      select jsonb_object_agg(w.name, r.before -> w.name) filter (where w.goes)
          || jsonb_object_agg(w.col, case when ${wasLocked} or not coalesce(${theirs} ? 'value', false) then r.before -> w.col
            else ${theirs} -> 'value' end) filter (where w.goes) as back,
        bool_or(not w.goes) as stays,
        array_agg(w.col) filter (where r.before ->> 'from_file' = 'false' and not ${wasLocked}
          and w.name <> all (coalesce(r.names, '{}'))) as unlocked
      from (
        select w.*, coalesce(w.name = any (w.ours) ${sql.join(isWhole, sql` `)}, false) as goes
        from (
          select w.*, array_agg(w.name) over () as written,
            array_agg(w.name) filter (where x.j -> w.name = r.after -> w.name and w.name <> all (coalesce(r.names, '{}'))
              and ${isOurs}) over () as ours
          from (values ${sql.join(names, sql`, `)}) w (name, col, type, own)
          where r.outcome = 'changed' and r.after ? w.name and r.after -> w.name is distinct from r.before -> w.name
        ) w
      ) w
    ) b on true`
}

/** The counts that are shown before an import is taken back, for the transaction's person. */
export async function countUndo(table: RowTable, scoped: Db, importId: string, shops: ShopScope): Promise<UndoCounts> {
  const rows = await rowsOf<{ undo: UndoOutcome; lines: number }>(
    scoped,
    sql`select j.undo, count(*)::integer as lines
      from (${judged(table, importId, shops, sql`import_since_in_sight`)}) j group by 1`,
  )
  const lines = new Map(rows.map((one) => [one.undo, one.lines]))
  const outcomes = Object.keys(undoOutcomes) as UndoOutcome[]
  return Object.fromEntries(outcomes.map((outcome) => [outcome, lines.get(outcome) ?? 0])) as UndoCounts
}

/** Marks each written row with what becomes of it, as `countUndo` counts, and with the values that go back. */
export async function judgeUndo(table: RowTable, tx: Db, importId: string, shops: ShopScope): Promise<void> {
  await lockChanged(tx, table, Number(importId))
  await tx.execute(sql`update import_row r set undo = j.undo, restored = j.back, unlocked = j.unlocked
    from (${judged(table, importId, shops, sql`import_since`)}) j where r.import_id = ${Number(importId)} and r.line = j.line`)
}

/** Values go back in rows that were changed; a row of which some stay is marked so. */
export async function restoreRows(table: RowTable, tx: Db, importId: string): Promise<void> {
  const rows = sql`r.import_id = ${Number(importId)} and r.outcome = 'changed' and r.undo in ('restored', 'later')`
  const unlock = sql`, provider_values = nullif(t.provider_values - coalesce(r.unlocked, '{}'), '{}')`
  await tx.execute(sql`update ${sql.identifier(table.name)} t
    set ${assignmentsOf(table, sql`coalesce(r.restored, '{}')`)}${table.hasLocks ? unlock : sql``}
    from import_row r where ${rows} and t.id = r.fact_id`)
  await writeLines(tx, table, sql`${rows} and r.restored ? 'lines'`, sql`r.restored`)
}
