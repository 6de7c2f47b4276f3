import { sql } from 'drizzle-orm'
import type { ChosenKind } from '#contract/words/chosen-value.ts'
import type { Database, Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { both, followTouched, touchedAre } from './facts/follow.ts'
import { linesOfSales } from './facts/sales.ts'
import { factTables, type RowTable } from './facts/tables.ts'
import { assignmentsOf, isAnothers } from './facts/write.ts'
import { memberTable } from './member-fields.ts'

export const chosenTables: Readonly<Record<ChosenKind, RowTable>> = {
  member: memberTable,
  contract: factTables.contract,
  ticket: factTables.ticket,
  booking: factTables.booking,
  sale: factTables.sale,
}

const resources = {
  ...{ member: 'members', contract: 'contracts', ticket: 'memberTickets', booking: 'bookings', sale: 'purchases' },
} as const satisfies Record<ChosenKind, string>

export interface LetGoJob {
  kind: ChosenKind
  ids: number[]
  /** Null: all of a row. */
  names: string[] | null
}

/** Values that only make sense together are let go together. */
export function columnsToLetGo({ fields, together }: RowTable, names: readonly string[] | null): string[] {
  const wanted = new Set(names?.flatMap((name) => together.find((group) => group.includes(name)) ?? [name]))
  return fields.flatMap(({ name, stored }) => (names && !wanted.has(name) ? [] : [stored?.column ?? name]))
}

/** The job of 提供元の値に戻す; done twice it changes nothing more. */
export const lettingGo =
  ({ db }: Pick<Database, 'db'>) =>
  ({ kind, ids, names }: LetGoJob): Promise<void> =>
    db.transaction((tx) => letGo(tx, kind, ids, names))

/**
 * Rows take the values that the club system said last, and follow it from then on. What it says is not known of locks of
 * older versions: the next run brings it. A number that is another's by now stays locked.
 */
async function letGo(tx: Db, kind: ChosenKind, ids: readonly number[], names: readonly string[] | null) {
  await tx.execute(sql`set local app.bulk = 'on'`)
  const table = chosenTables[kind]
  const name = sql.identifier(table.name)
  const columns = sql`${sql.param(columnsToLetGo(table, names))}::text[]`
  const pairs = table.fields.map((field) => sql`(${field.name}::text, ${field.stored?.column ?? field.name}::text)`)
  const held = await rowsOf<{ id: number; back: Record<string, unknown>; unlocked: string[] }>(
    tx,
    sql`select t.id, coalesce((select jsonb_object_agg(n, t.provider_values -> f.col -> 'value') from (values ${sql.join(pairs, sql`, `)}) f (name, col),
          unnest(array[f.name, f.col]) n where f.col = any (${columns}) and t.provider_values -> f.col ? 'value'), '{}') as back,
        array(select jsonb_object_keys(t.provider_values) intersect select unnest(${columns})) as unlocked
      from ${name} t where t.id = any (${sql.param(ids)}::integer[]) and t.provider_values is not null
      order by t.id for update`,
  )
  const rows = sql`(select w.id as fact_id, w.back as after, w.unlocked
    from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as w (id integer, back jsonb, unlocked text[])) r`
  const changing = held.map(({ id }) => id)
  const before = kind === 'member' ? null : await touchedAre(tx, kind, changing)
  await tx.execute(sql`update ${name} t set ${assignmentsOf(table, sql`r.after`)},
      provider_values = nullif(t.provider_values - r.unlocked, '{}')
    from ${rows} where t.id = r.fact_id and not ${isAnothers(table, sql`r.after`)}`)
  if (kind === 'sale') {
    await tx.execute(sql`delete from sale_line l using ${rows} where l.sale_id = r.fact_id and r.after ? 'lines'`)
    await tx.execute(
      linesOfSales(sql`select r.fact_id as sale_id, r.after -> 'lines' as lines from ${rows} where r.after ? 'lines'`),
    )
  }
  const unknown = held.filter(({ back, unlocked }) => unlocked.some((column) => !(column in back))).map(({ id }) => id)
  await tx.execute(sql`update provider_row p set write_due = true from ${name} t
    where t.id = any (${sql.param(unknown)}::integer[]) and p.resource = ${resources[kind]} and p.their_id = t.external_id::text`)
  if (kind === 'member') {
    await tx.execute(sql`select refresh_member_list(${sql.param(changing)}::integer[])`)
  } else if (before) {
    await followTouched(tx, kind, both(before, await touchedAre(tx, kind, changing)))
  }
}
