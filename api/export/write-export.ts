import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import type { ExportedTable } from '../db/schema/exported.ts'
import { toTokyoDateTime } from '../lib/time.ts'
import type { Storage } from '../storage/storage.ts'
import { csvStream } from '../wire/csv.ts'
import type { Target } from './archive.ts'
import { columnsOf } from './cells.ts'
import { exportVersion, type Manifest, type ManifestFile, manifestName } from './manifest.ts'
import { exportedTables, nameOf } from './tables.ts'

interface ExportOptions {
  storage: Storage
  now: Date
  withHealthDays: boolean
  /** Called as a table begins, with the share that is done, 0–1. */
  onTable?: (done: number, label: string) => void
}

const rowsAtOnce = 2000

/**
 * Writes everything that is the club's, table by table, and its manifest at last. `tx` is a transaction that reads one
 * snapshot. Memory does not depend on the number of rows.
 */
export async function writeExport(
  tx: Db,
  target: Target,
  { storage, now, withHealthDays, onTable = () => {} }: ExportOptions,
): Promise<Manifest> {
  const files: ManifestFile[] = []
  const pictures = new Set<string>()
  const tables = exportedTables.filter(({ isHealth }) => withHealthDays || !isHealth)
  for (const [at, table] of tables.entries()) {
    onTable(at / tables.length, table.label)
    files.push(await writeTable(tx, target, table, pictures))
  }
  onTable(1, '画像')
  for (const name of [...pictures].sort()) {
    const bytes = await storage.get(name)
    // A picture that is gone is gone on the screens too.
    if (bytes === null) continue
    const stated = await write(target, `pictures/${name}`, [bytes])
    files.push({ ...stated, label: '画像', rows: null })
  }
  const manifest: Manifest = {
    format: 'karada-desk-export',
    version: exportVersion,
    madeAt: toTokyoDateTime(now),
    dataAsOf: await dataAsOf(tx),
    healthKeys: withHealthDays ? await healthKeys(tx) : null,
    files,
  }
  const json = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  await target.add(manifestName, chunksOf([json]))
  await target.close()
  return manifest
}

async function writeTable(tx: Db, target: Target, table: ExportedTable, pictures: Set<string>): Promise<ManifestFile> {
  let rows = 0
  const columns = columnsOf(table)
  async function* pages() {
    for await (const page of pagesOf(tx, table)) {
      rows += page.length
      yield page.map((row) =>
        columns.map(({ cellOf, is }, at) => {
          const cell = cellOf(row[at])
          if (is && typeof cell === 'string')
            for (const [, name] of cell.matchAll(picture)) pictures.add(name as string)
          return cell
        }),
      )
    }
  }
  const sheet = csvStream(
    columns.map(({ heading }) => heading),
    pages(),
  )
  const stated = await write(target, `${table.file}.csv`, sheet)
  return { ...stated, label: table.label, rows }
}

const picture = /\/uploads\/([\w-]{32}\.(?:webp|jpg))/g

/** Through a cursor: neither side holds all rows. Each row is one value, because the embedded database is slow with many. */
async function* pagesOf(tx: Db, table: ExportedTable): AsyncGenerator<unknown[][]> {
  const name = sql.identifier(nameOf(table))
  const cells = sql.join(
    columnsOf(table).map(({ value }) => value),
    sql`, `,
  )
  const rows = sql`select json_build_array(${cells})::text as row from ${name} t where ${table.where ?? sql`true`}
    order by ${sql.raw(await keyOf(tx, table))}`
  await tx.execute(sql`declare exported no scroll cursor for ${rows}`)
  while (true) {
    const page = await tx.execute<{ row: string }>(sql`fetch ${sql.raw(String(rowsAtOnce))} from exported`)
    if (page.rows.length === 0) break
    yield page.rows.map(({ row }) => JSON.parse(row) as unknown[])
  }
  await tx.execute(sql`close exported`)
}

/** The columns of a table's primary key. */
async function keyOf(tx: Db, table: ExportedTable): Promise<string> {
  const rows = await rowsOf<{ name: string }>(
    tx,
    sql`select quote_ident(attname) as name from pg_index
      cross join lateral unnest(indkey) with ordinality as key (attnum, n)
      join pg_attribute a on a.attrelid = indrelid and a.attnum = key.attnum
      where indrelid = ${nameOf(table)}::regclass and indisprimary order by n`,
  )
  return rows.map(({ name }) => `t.${name}`).join(', ')
}

/** Writes a file, and says what was written. */
async function write(
  target: Target,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Pick<ManifestFile, 'name' | 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* hashed() {
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await target.add(name, hashed())
  return { name, bytes, sha256: hash.digest('hex') }
}

async function* chunksOf(chunks: Iterable<Uint8Array>) {
  yield* chunks
}

async function dataAsOf(tx: Db): Promise<string | null> {
  const { rows } = await tx.execute<{ at: Date | string }>(sql`select data_as_of as at from data_state`)
  return rows[0] ? toTokyoDateTime(new Date(rows[0].at)) : null
}

async function healthKeys(tx: Db): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select key_id as id from daily_log union select key_id from daily_log_week order by 1`,
  )
  return rows.map(({ id }) => id)
}
