import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { OnProgress } from '../process/progress.ts'
import type { Database, Db, Script } from './client.ts'
import { partsOf, readSqlFiles, type Step, stepsOf, tableAccess } from './sql-files.ts'

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))

/** The database's version cannot be migrated to this one; the message is for the terminal. */
export class OtherVersionError extends Error {}

/**
 * Migrates the database to this version: drizzle's migrations, then in one transaction all changed functions, triggers,
 * grants, row-level security and derived data. An interruption between the two opens nothing: a table without grants is
 * unreadable, and the next start continues. `onProgress`: of the rebuilds of derived data, which take minutes on a large
 * club.
 */
export async function migrate(
  database: Database,
  { steps, onProgress = () => {} }: { steps?: readonly Step[]; onProgress?: OnProgress } = {},
): Promise<void> {
  await database.alone(async () => {
    await refuseOtherVersions(database)
    await database.keepSettings()
    await database.applyMigrations(migrationsFolder)
    await runSteps(database, steps ?? (await currentSteps()), onProgress)
  })
}

/** Whether the database is at this version. Throws when it is unreachable or was never migrated. */
export async function isMigrated(database: Database): Promise<boolean> {
  const [applied, steps] = await Promise.all([appliedVersions(database), currentSteps()])
  return applied.size === steps.length && steps.every(({ name, version }) => applied.get(name) === version)
}

/** Identifies this version of schema, functions, access and rebuilds. */
export async function schemaVersion(): Promise<string> {
  const versions = (await currentSteps()).map(({ name, version }) => `${name} ${version}`)
  return createHash('sha256').update(versions.join('\n')).digest('hex')
}

let current: Promise<Step[]> | undefined

/** Read once, because probes come every few seconds. */
function currentSteps(): Promise<Step[]> {
  current ??= readSqlFiles().then((files) => stepsOf(files, tableAccess(), migrationHashes().join()))
  return current
}

/** Of each migration of this version, in order. */
export const migrationHashes = () => readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)

/** Makes the tables of an empty database as they were after so many migrations: without functions, triggers and access. */
export async function migrateTo(database: Database, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'karada-migrations-'))
  try {
    cpSync(migrationsFolder, folder, { recursive: true })
    const file = join(folder, 'meta/_journal.json')
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: unknown[] }
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
    await database.keepSettings()
    await database.applyMigrations(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Says which derived data the rows already have, so that `migrate` rebuilds only what this version derives otherwise. */
export async function noteRebuilds(tx: Db, steps: readonly (readonly [name: string, version: string])[]) {
  const rebuilds = new Set((await currentSteps()).flatMap(({ name, label }) => (label ? [name] : [])))
  await tx.execute(sql`create table if not exists drizzle.applied_step (name text primary key, version text not null)`)
  for (const [name, version] of steps.filter(([name]) => rebuilds.has(name)))
    await tx.execute(sql`insert into drizzle.applied_step values (${name}, ${version})`)
}

async function refuseOtherVersions(database: Database) {
  const { rows: journal } = await database.db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (!journal[0]?.name) return
  const known = new Set(migrationHashes())
  const { rows } = await database.db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`)
  if (rows.every(({ hash }) => known.has(hash))) return
  throw new OtherVersionError(
    'データベースは、この版では引き継げない別の版の Karada Desk で作成されています。作成した版で起動するか、' +
      'デモデータであればデータフォルダー（既定では .data）を削除して起動し直してください（新しく作成されます）。',
  )
}

async function appliedVersions(database: Database): Promise<Map<string, string>> {
  const { rows } = await database.db.execute<{ name: string; version: string }>(
    sql`select name, version from drizzle.applied_step`,
  )
  return new Map(rows.map(({ name, version }) => [name, version]))
}

async function runSteps(database: Database, steps: readonly Step[], onProgress: OnProgress) {
  await database.db.execute(
    sql`create table if not exists drizzle.applied_step (name text primary key, version text not null)`,
  )
  const applied = await appliedVersions(database)
  const due = steps.filter(({ name, version }) => applied.get(name) !== version)
  const gone = [...applied.keys()].filter((name) => !steps.some((step) => step.name === name))
  if (due.length + gone.length === 0) return
  const noted = [
    ...gone.map((name) => `delete from drizzle.applied_step where name = '${name}';`),
    ...due.map(
      ({ name, version }) => `insert into drizzle.applied_step values ('${name}', '${version}')
        on conflict (name) do update set version = excluded.version;`,
    ),
  ]
  const scripts: Script[] = due.flatMap((step) =>
    partsOf(step).map((sql) => ({ name: step.name, sql, label: step.label })),
  )
  // Of a new database there is nothing to rebuild.
  const rebuilds = applied.size === 0 ? [] : scripts.filter(({ label }) => label !== undefined)
  await database.runTogether([...scripts, { name: 'applied_step', sql: noted.join('\n') }], (script) => {
    const at = rebuilds.indexOf(script)
    if (at >= 0) onProgress(at / rebuilds.length, `${script.label}を更新しています`)
  })
  if (rebuilds.length > 0) onProgress(1, '更新が終わりました')
}
