import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import type { ProviderValues } from '../db/schema/facts.ts'
import type { Compared, ComparedRow } from './compared.ts'
import type { RowTable } from './facts/tables.ts'

// A value has one owner. A row is a file's while only files know it, else the club system's, except for the columns that
// a person has chosen: they are locked.

export interface Stored extends Record<string, unknown> {
  id: number
  from_file: boolean
  provider_values?: ProviderValues | null
}

/** The column that a name of the source is locked by. */
export const columnOf = ({ fields }: RowTable, name: string): string =>
  fields.find((field) => field.name === name)?.stored?.column ?? name

/**
 * What a file's values change of a row that is here, and what they leave: what the club system owns stays, unless it is to
 * be replaced or is locked already. `implied`: names that change with others.
 */
export function changedRow(
  table: RowTable,
  row: number,
  given: Readonly<Record<string, unknown>>,
  stored: Stored,
  { overwrite, implied = () => ({}) }: { overwrite: boolean; implied?: (names: string[]) => Record<string, unknown> },
): ComparedRow {
  const differing = Object.keys(given).filter((name) => !isSame(given[name], stored[name]))
  const confirmed = Object.keys(given).filter((name) => !differing.includes(name))
  if (differing.length === 0) return { row, outcome: 'confirmed', factId: stored.id, confirmed }
  const locked = stored.provider_values ?? {}
  const isOwn = (name: string) => table.fields.some((field) => field.name === name && field.isOwn)
  const ours = differing.filter(
    (name) => stored.from_file || overwrite || isOwn(name) || columnOf(table, name) in locked,
  )
  const names = ours.length > 0 ? ours : differing
  const after: Record<string, unknown> = {
    ...Object.fromEntries(names.map((name) => [name, given[name]])),
    ...implied(names),
  }
  const before: Record<string, unknown> = {
    from_file: stored.from_file,
    // A table without locks has no such column: the row would never be as it was.
    ...(table.hasLocks && { provider_values: stored.provider_values ?? null }),
  }
  for (const name of Object.keys(after)) {
    before[name] = stored[name] ?? null
    if (columnOf(table, name) !== name) before[columnOf(table, name)] = stored[columnOf(table, name)]
  }
  if (ours.length > 0 && !stored.from_file && table.hasLocks) {
    const chosen = Object.keys(after)
      .filter((name) => name !== 'external_id' && !isOwn(name) && !isSame(after[name], stored[name]))
      .map((name) => columnOf(table, name))
      .filter((column) => !(column in locked))
    if (chosen.length > 0)
      after.provider_values = Object.fromEntries(chosen.map((column) => [column, { value: stored[column] ?? null }]))
  }
  return { row, outcome: ours.length > 0 ? 'changed' : 'kept', factId: stored.id, before, after, confirmed }
}

/** Counts rows that are as they are here already; those that another import has written say so, for its undo. */
export async function settleConfirmed(db: Db, kind: string, compared: Compared): Promise<Compared> {
  const same = compared.rows.filter(({ outcome }) => outcome === 'confirmed')
  const ids = same.flatMap(({ factId }) => factId ?? [])
  const found = await rowsOf<{ id: number }>(
    db,
    sql`select distinct r.fact_id as id from import_row r join import_file f on f.id = r.import_id
      where f.kind = ${kind} and f.state = 'written' and r.outcome in ('created', 'changed')
        and r.fact_id = any (${sql.param(ids)}::integer[])`,
  )
  const written = new Set(found.map(({ id }) => id))
  const isWritten = ({ outcome, factId }: ComparedRow) => outcome !== 'confirmed' || written.has(factId as number)
  const rows = compared.rows.filter(isWritten)
  return { ...compared, rows, unchanged: compared.unchanged + compared.rows.length - rows.length }
}

/** Lines of a sale: in their order, whatever the order of their parts. */
function isSame(value: unknown, stored: unknown): boolean {
  if (!Array.isArray(value) || !Array.isArray(stored)) return (value ?? '') === (stored ?? '')
  return value.length === stored.length && value.every((line, at) => sortedText(line) === sortedText(stored[at]))
}
const sortedText = (line: object) => JSON.stringify(Object.entries(line).sort())
