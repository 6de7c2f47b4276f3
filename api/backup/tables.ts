import { hash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import type { TableSum } from './file.ts'

/** Jobs that wait or run, of pg-boss; its other tables it makes by itself. */
export const jobsTable = 'pgboss.job_common'

const rowsAtOnce = 1000

/** Every table with rows of ours, `schema.name`. Partitions count, not what they are parts of. */
export async function tablesIn(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and (n.nspname = 'public' or n.nspname || '.' || c.relname = ${jobsTable}) order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** A table's name, quoted. */
export const quoted = (table: string): SQL =>
  sql.join(
    table.split('.').map((part) => sql.identifier(part)),
    sql`.`,
  )

/** All columns of a table in their order; those that are computed from others end with `=`. */
export async function columnsOf(db: Db, table: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select attname || case when attgenerated <> '' then '=' else '' end as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`,
  )
  return rows.map(({ name }) => name)
}

/** The rows as PostgreSQL writes them, each one text, in pages: it reads the same value from it, whatever the type. */
export async function* rowsIn(tx: Db, table: string): AsyncGenerator<string[]> {
  await tx.execute(sql`declare backed_up no scroll cursor for select t::text as row from ${quoted(table)} t`)
  while (true) {
    const { rows } = await tx.execute<{ row: string }>(sql`fetch ${sql.raw(String(rowsAtOnce))} from backed_up`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await tx.execute(sql`close backed_up`)
}

/** Adds up the rows' SHA-256, so that their order does not count: no engine keeps one. */
export function summing(columns: string[]) {
  let rows = 0
  let sum = 0n
  return {
    add: (page: readonly string[]) => {
      rows += page.length
      for (const row of page) sum += BigInt(`0x${hash('sha256', row)}`)
    },
    end: (): TableSum => ({ columns, rows, sum: BigInt.asUintN(256, sum).toString(16) }),
  }
}

/** The sum of a table as it is. */
export async function sumOf(tx: Db, table: string): Promise<TableSum> {
  const sum = summing(await columnsOf(tx, table))
  for await (const page of rowsIn(tx, table)) sum.add(page)
  return sum.end()
}
