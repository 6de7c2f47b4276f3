import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { isMigrated } from '../db/migrate.ts'
import type { OnProgress } from '../process/progress.ts'
import { type Storage, storedName } from '../storage/storage.ts'
import { BackupRefused, formatVersion, type Header, type Line, type TableSum } from './file.ts'
import { columnsOf, quoted, rowsIn, summing, tablesIn } from './tables.ts'

const { version: program } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** What was written, to be compared with what is read back. */
export interface Written {
  tables: Map<string, TableSum>
  pictures: number
  /** Pictures that rows name and the folder does not have. */
  missing: number
}

/** Mails outlive their pictures; the audit log's references do not count. */
const mayName = (table: string) => table !== 'public.audit_log' && table !== 'public.mail'
const picture = /\/uploads\/([\w-]{32}\.(?:webp|jpg))/g

/** Of another version no backup is made: it could miss what this one does not know. */
export async function requireThisVersion(database: Database): Promise<void> {
  // One that cannot be reached says so itself.
  await database.db.execute('select 1')
  if (await isMigrated(database).catch(() => false)) return
  throw new BackupRefused(
    'データベースがないか、この版のものではありません。動いている版の npm run backup を使うか、先に npm run migrate を実行してください。',
  )
}

/** Everything, table by table, then the pictures. `tx` reads one snapshot. Fills `written`. */
export async function* backupLines(
  tx: Db,
  {
    kind,
    storage,
    now,
    onTable,
    written,
  }: {
    kind: Database['kind']
    storage: Storage
    now: Date
    onTable: OnProgress
    written: Written
  },
): AsyncGenerator<Header | Line> {
  const tables = await tablesIn(tx)
  yield {
    ...{ format: 'karada-desk-backup', version: formatVersion, takenAt: now.toISOString(), program, engine: kind },
    migrations: (
      await rowsOf<{ hash: string }>(tx, sql`select hash from drizzle.__drizzle_migrations order by created_at`)
    ).map(({ hash }) => hash),
    steps: (
      await rowsOf<{ name: string; version: string }>(
        tx,
        sql`select name, version from drizzle.applied_step order by 1`,
      )
    ).map(({ name, version }) => [name, version]),
    dailyLogKeys: await sealingKeys(tx, tables),
  }
  const named = new Set<string>()
  for (const [at, table] of tables.entries()) {
    onTable((0.5 * at) / tables.length, '書き込み')
    const sum = summing(await columnsOf(tx, table))
    for await (const rows of rowsIn(tx, table)) {
      sum.add(rows)
      if (mayName(table)) for (const row of rows) for (const [, name = ''] of row.matchAll(picture)) named.add(name)
      yield { table, rows }
    }
    written.tables.set(table, sum.end())
    yield { table, sum: sum.end() }
  }
  // Whoever names a picture has stored it before, and what is named is not removed.
  for (const name of (await storage.namesOlderThan(new Date(now.getTime() + 86_400_000))).sort()) {
    const bytes = storedName.test(name) && (await storage.get(name))
    if (!bytes) continue
    written.pictures += 1
    named.delete(name)
    yield { picture: name, base64: Buffer.from(bytes).toString('base64') }
  }
  written.missing = named.size
  const numbers = await rowsOf<{ name: string; last: string }>(
    tx,
    sql`select schemaname || '.' || sequencename as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  )
  const sequences = Object.fromEntries(numbers.map(({ name, last }) => [name, last]))
  yield { end: { tables: tables.length, pictures: written.pictures, sequences } }
}

/** Names of the keys of DAILY_LOG_KEYS in use. */
async function sealingKeys(tx: Db, tables: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const table of tables) {
    if (!(await columnsOf(tx, table)).includes('key_id')) continue
    for (const { id } of await rowsOf<{ id: string | null }>(
      tx,
      sql`select distinct key_id as id from ${quoted(table)}`,
    ))
      if (id !== null) found.add(id)
  }
  return [...found].sort()
}
