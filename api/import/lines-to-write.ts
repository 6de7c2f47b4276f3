import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import type { OnRows } from './compared.ts'

/** Lines per statement. */
const atOnce = 5000

/**
 * Conditions on `import_row r` for the rows that an import writes, part by part in the file's order. Calls
 * `onRows` after each part.
 */
export async function* linesToWrite(tx: Db, importId: number, onRows: OnRows = async () => {}): AsyncGenerator<SQL> {
  const parts = await rowsOf<{ part: number; rows: number }>(
    tx,
    sql`select (line - 1) / ${atOnce}::integer as part, count(*)::integer as rows from import_row
      where import_id = ${importId} and line > 0 and outcome in ('created', 'changed') group by 1 order by 1`,
  )
  let done = 0
  for (const { part, rows } of parts) {
    const from = part * atOnce + 1
    yield sql`r.import_id = ${importId} and r.line between ${from} and ${from + atOnce - 1}`
    done += rows
    await onRows(done)
  }
}

/** All rows that an import writes: of its lines, and what it ends or removes beside them. */
export async function rowsToWrite(tx: Db, importId: number): Promise<number> {
  const [found] = await rowsOf<{ rows: number }>(
    tx,
    sql`select count(*)::integer as rows from import_row
      where import_id = ${importId} and outcome in ('created', 'changed', 'removed', 'stale')`,
  )
  return found?.rows ?? 0
}
