import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { migrate, migrateTo, migrationHashes, noteRebuilds } from '../db/migrate.ts'
import { clubConnection } from '../db/schema/club-system.ts'
import { digestSubscription } from '../db/schema/digest.ts'
import { auditLog, session } from '../db/schema/identity.ts'
import { sendNothing } from '../export/restore.ts'
import { createJobs } from '../mail/jobs.ts'
import type { OnProgress } from '../process/progress.ts'
import type { Storage } from '../storage/storage.ts'
import { BackupRefused, type Header } from './file.ts'
import { differs, type ReadBackup, readBackup } from './read-backup.ts'
import { columnsOf, jobsTable, quoted, sumOf } from './tables.ts'

interface Restoring {
  path: string
  identity: string
  /** As it was read, whole. */
  checked: ReadBackup
  storage: Storage
  now: Date
  /** The product that it comes from is gone: what waited goes on. Otherwise nothing is sent, and nothing drawn. */
  inItsPlace: boolean
  onPart: OnProgress
}

/** Throws where this version cannot restore it. */
export function requireKnownVersion({ migrations, program }: Header): void {
  const known = migrationHashes()
  if (migrations.every((hash, at) => known[at] === hash)) return
  throw new BackupRefused(
    `このバックアップは、この版より新しいか別の版の Karada Desk（${program}、移行 ${migrations.length}個）のものです。この版にある移行は ${known.length}個です。書いた版か、それより新しい版で復元してください。`,
  )
}

/** Throws where anything is in the database: a product that runs is never written to. */
export async function requireEmpty({ db }: Database): Promise<void> {
  const [found] = await rowsOf(
    db,
    sql`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname <> 'information_schema' and n.nspname !~ '^pg_' limit 1`,
  )
  if (!found) return
  throw new BackupRefused(
    '復元先のデータベースにテーブルがあります。新しく作った空のデータベースを指定してください。何も変わっていません。',
  )
}

/** Throws where pictures are there: each of two products would remove those that only the other one names. */
export async function requireNoPictures(storage: Storage): Promise<void> {
  if ((await storage.namesOlderThan(new Date(Date.now() + 86_400_000))).length === 0) return
  throw new BackupRefused(
    '復元先の画像のフォルダーに画像があります。STORAGE_URL に空のフォルダーを指定してください。何も変わっていません。',
  )
}

/**
 * Restores a checked backup into an empty database and folder: the tables as they were after its migrations, every row
 * in one transaction, compared again as they lie, then the rest of the way to this version.
 */
export async function restoreBackup(database: Database, restoring: Restoring): Promise<void> {
  const { checked, now, inItsPlace, onPart } = restoring
  const { header, tables, sequences } = checked
  await migrateTo(database, header.migrations.length)
  const ours = new Set([...tables.keys()].filter((table) => table !== jobsTable))
  await database.db.transaction(async (tx) => {
    const references = await dropReferences(tx)
    for (const table of ours) await tx.execute(sql`truncate ${quoted(table)}`)
    await load(tx, restoring, ours)
    for (const { table, name, is } of references)
      await tx.execute(sql`alter table ${sql.raw(table)} add constraint ${sql.identifier(name)} ${sql.raw(is)}`)
    for (const [name, last] of Object.entries(sequences))
      await tx.execute(sql`select setval(${name}::regclass, ${last}::bigint)`)
    await noteRebuilds(tx, header.steps)
  })
  await migrate(database, { onProgress: onPart })
  if (inItsPlace && tables.has(jobsTable)) await loadJobs(database, restoring)
  await database.db.transaction(async (tx) => {
    // One that was ended since the backup must not come back.
    await tx.delete(session)
    if (!inItsPlace) await holdBack(tx, now)
    const pictures = { before: null, after: checked.pictures }
    await tx.insert(auditLog).values({
      ...{ at: now, action: 'backupRestored', resourceType: 'dataExport', requestId: 'backupRestored' },
      ...{ rowCount: [...tables.values()].reduce((sum, { rows }) => sum + rows, 0), diff: { pictures } },
    })
  })
  await database.db.execute('analyze')
  onPart(1, '完了')
}

/** Drops what ties tables to each other, so that their order does not matter; returns how to tie them again. */
async function dropReferences(tx: Db) {
  const references = await rowsOf<{ table: string; name: string; is: string }>(
    tx,
    sql`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as is
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  for (const { table, name } of references)
    await tx.execute(sql`alter table ${sql.raw(table)} drop constraint ${sql.identifier(name)}`)
  return references
}

/** Writes the rows and pictures of the file, and compares what then lies in each table with it. */
async function load(tx: Db, { path, identity, checked, storage, onPart }: Restoring, only: ReadonlySet<string>) {
  const writes = new Map<string, (rows: readonly string[]) => Promise<unknown>>()
  for (const table of only) {
    const columns = await columnsOf(tx, table)
    const given = checked.tables.get(table)?.columns ?? []
    if (columns.join() !== given.join()) {
      throw new BackupRefused(
        `${table} の項目が、このバックアップのものと違います。${checked.header.program} を書いた版で復元してください。`,
      )
    }
    const names = columns.filter((name) => !name.endsWith('=')).map((name) => sql.identifier(name))
    const into = sql`insert into ${quoted(table)} (${sql.join(names, sql`, `)}) overriding system value`
    const values = sql.join(
      names.map((name) => sql`(r.r).${name}`),
      sql`, `,
    )
    // Without the offset each column would read its row's text anew.
    writes.set(table, (rows) => {
      const texts = JSON.stringify(rows)
      return tx.execute(sql`${into} select ${values} from (
        select t.value::${quoted(table)} as r from json_array_elements_text(${texts}::json) t offset 0) r`)
    })
  }
  const all = [...only].reduce((sum, table) => sum + (checked.tables.get(table)?.rows ?? 0), 0)
  let done = 0
  const isWhole = only.size > 1
  await readBackup(path, identity, {
    onRows: async (table, rows) => {
      if (isWhole) onPart((0.7 * done) / all, '読み込み')
      done += rows.length
      await writes.get(table)?.(rows)
    },
    onPicture: async (name, bytes) => {
      if (isWhole) await storage.put(name, bytes)
    },
  })
  for (const table of only) {
    const { rows, sum } = await sumOf(tx, table)
    const wanted = checked.tables.get(table)
    if (rows !== wanted?.rows || sum !== wanted.sum) throw differs(table)
  }
  if (isWhole) onPart(0.8, '照合')
}

/** What waits to be done, into the tables that pg-boss makes. */
async function loadJobs(database: Database, restoring: Restoring) {
  const jobs = createJobs(database, {
    failure: ({ error }) => {
      throw error
    },
  })
  await jobs.ready()
  await jobs.stop()
  await database.db.transaction((tx) => load(tx, restoring, new Set([jobsTable])))
}

/** A copy beside a product that runs sends nothing that waits there, and does not use up its tokens. */
async function holdBack(tx: Db, now: Date) {
  await sendNothing(tx, now)
  await tx.delete(digestSubscription)
  await tx.update(clubConnection).set({ keyId: null, sealed: null, tokenEndsAt: null, renewingUntil: null })
}
