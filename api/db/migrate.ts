import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { OnProgress } from '../process/progress.ts'
import { type Database, type Db, openDatabase, type Script } from './client.ts'
import { isLockHeld } from './errors.ts'
import { partsOf, readSqlFiles, type Step, stepsOf, tableAccess } from './sql-files.ts'

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))

/** A version that must have been started before a later one can go on from what it has left. */
export interface Stop {
  /** `when` of its last migration in the journal. */
  when: number
  version: string
}

const requiredStops: readonly Stop[] = []

/** The database's version cannot be migrated to this one; the message is for the terminal. */
export class OtherVersionError extends Error {}

interface HowToMigrate {
  steps?: readonly Step[]
  stops?: readonly Stop[]
  /** Of the rebuilds of derived data, which take minutes on a large club. */
  onProgress?: OnProgress
  /** Back to this version, from a newer one without other migrations. */
  back?: boolean
  /** Attempts to lock the tables of a running product, two seconds apart; then `HeldUpError`. */
  attempts?: number
}

/**
 * Migrates the database to this version: drizzle's migrations, then in one transaction all changed functions, triggers,
 * grants and row-level security, then the rebuilds of derived data. An interruption opens nothing: a table without grants
 * is unreadable, and the next start continues. On PostgreSQL the product goes on meanwhile: over a connection of
 * `openForMigration` no lock is waited for longer than calls can bear, and rebuilds are read when they are complete. The
 * embedded database has one process: there everything after drizzle's migrations is one transaction.
 */
export async function migrate(
  database: Database,
  { steps, stops = requiredStops, onProgress = () => {}, back = false, attempts = 300 }: HowToMigrate = {},
): Promise<void> {
  await database.alone(async () => {
    await refuseOtherVersions(database)
    await refuseJump(database, stops)
    const wanted = steps ?? (await currentSteps())
    if (database.kind === 'postgres' && !back) await refuseOlderVersion(database, wanted)
    await database.keepSettings()
    await betweenCalls(() => database.applyMigrations(migrationsFolder), attempts)
    await runSteps(database, wanted, { onProgress, attempts, back })
  })
}

/** The connection for `migrate` on PostgreSQL: direct, and not patient with locks. */
export const openForMigration = (url: string): Promise<Database> =>
  openDatabase({ kind: 'postgres', url, direct: true, poolSize: 2, lockTimeout: lockMilliseconds })

/** Half of PostgreSQL's `deadlock_timeout`: in a deadlock with a call it is always the migration that gives way. */
const lockMilliseconds = 500
const pauseMilliseconds = 2_000

/** Some call held a table in all attempts; the message is for the terminal. */
export class HeldUpError extends Error {}

/** Calls that need the same tables wait for one attempt at most, and go on in the pause. */
async function betweenCalls(work: () => Promise<unknown>, attempts: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return void (await work())
    } catch (error) {
      if (!isLockHeld(error)) throw error
      if (attempt >= attempts) {
        throw new HeldUpError(
          '使用中のテーブルがあるため、データベースを更新できませんでした。時間のかかる出力や集計が終わってから、もう一度実行してください。',
        )
      }
    }
    await delay(pauseMilliseconds)
  }
}

/** Whether the database is at this version. Throws when it is unreachable or was never migrated. */
export async function isMigrated(database: Database): Promise<boolean> {
  const [applied, steps] = await Promise.all([appliedVersions(database), currentSteps()])
  return applied.size === steps.length && steps.every(({ name, version }) => applied.get(name) === version)
}

/**
 * Whether the database is at this version, for a start that does not migrate. False: it is to be migrated, or being
 * migrated.
 * @throws {OtherVersionError} it is at a newer one
 */
export async function isAtThisVersion(database: Database): Promise<boolean> {
  await refuseOtherVersions(database)
  await refuseOlderVersion(database, await currentSteps())
  return (await hasTable(database, 'drizzle.applied_step')) && isMigrated(database)
}

/** Identifies this version of schema, functions, access and rebuilds. */
export async function schemaVersion(): Promise<string> {
  const versions = (await currentSteps()).map(({ name, version }) => `${name} ${version}`)
  return createHash('sha256').update(versions.join('\n')).digest('hex')
}

let current: Promise<Step[]> | undefined

/** Read once: a start that waits for the migration looks every two seconds. */
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
  const rebuilds = new Set((await currentSteps()).flatMap(({ name, isRebuild }) => (isRebuild ? [name] : [])))
  await tx.execute(sql`create table if not exists drizzle.applied_step (name text primary key, version text not null)`)
  for (const [name, version] of steps.filter(([name]) => rebuilds.has(name)))
    await tx.execute(sql`insert into drizzle.applied_step values (${name}, ${version})`)
}

async function hasTable(database: Database, table: string): Promise<boolean> {
  const { rows } = await database.db.execute<{ name: string | null }>(sql`select to_regclass(${table})::text as name`)
  return rows[0]?.name != null
}

async function refuseOtherVersions(database: Database) {
  if (!(await hasTable(database, 'drizzle.__drizzle_migrations'))) return
  const known = new Set(migrationHashes())
  const { rows } = await database.db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`)
  if (rows.every(({ hash }) => known.has(hash))) return
  throw new OtherVersionError(
    'データベースは、この版では引き継げない別の版の Karada Desk で作成されています。作成した版で起動するか、' +
      'デモデータであればデータフォルダー（既定では .data）を削除して起動し直してください（新しく作成されます）。',
  )
}

async function refuseJump(database: Database, stops: readonly Stop[]) {
  if (!(await hasTable(database, 'drizzle.__drizzle_migrations'))) return
  const { rows } = await database.db.execute<{ last: string | null }>(
    sql`select max(created_at)::text as last from drizzle.__drizzle_migrations`,
  )
  const last = rows[0]?.last
  const missed = last == null ? undefined : stops.find(({ when }) => Number(last) < when)
  if (!missed) return
  throw new OtherVersionError(
    `この版へは直接更新できません。先に ${missed.version} で npm run migrate を実行してから、この版で実行してください。`,
  )
}

/**
 * A definition that a newer version has replaced would come back, under the processes that run with the newer one. Which
 * were replaced is noted; a rebuild's version says nothing about its age.
 */
async function refuseOlderVersion(database: Database, steps: readonly Step[]) {
  if (!(await hasTable(database, 'drizzle.replaced_step'))) return
  const applied = await appliedVersions(database)
  const { rows } = await database.db.execute<{ name: string; version: string }>(
    sql`select name, version from drizzle.replaced_step`,
  )
  const replaced = new Set(rows.map(({ name, version }) => `${name} ${version}`))
  const due = steps.filter(({ name, version }) => applied.get(name) !== version)
  if (!due.some(({ name, version }) => replaced.has(`${name} ${version}`))) return
  throw new OtherVersionError(
    'データベースは、この版より新しい版の Karada Desk に更新されています。新しい版で起動してください。この版に戻すときは、' +
      '新しい版をすべて止めてから npm run migrate -- --back を実行してください。',
  )
}

async function appliedVersions(database: Database): Promise<Map<string, string>> {
  const { rows } = await database.db.execute<{ name: string; version: string }>(
    sql`select name, version from drizzle.applied_step`,
  )
  return new Map(rows.map(({ name, version }) => [name, version]))
}

async function runSteps(
  database: Database,
  steps: readonly Step[],
  { onProgress, attempts, back }: Required<Pick<HowToMigrate, 'onProgress' | 'attempts' | 'back'>>,
) {
  await database.exec(
    `create table if not exists drizzle.applied_step (name text primary key, version text not null);
     create table if not exists drizzle.replaced_step (name text, version text, primary key (name, version))`,
  )
  const applied = await appliedVersions(database)
  const due = steps.filter(({ name, version }) => applied.get(name) !== version)
  const gone = [...applied.keys()].filter((name) => !steps.some((step) => step.name === name))
  if (due.length + gone.length === 0) return
  const isNew = applied.size === 0
  // After a way back the newer version may come again.
  const replacing = back ? () => '' : replaces
  const goes = gone.map((name) => `${replacing(name)} delete from drizzle.applied_step where name = '${name}';`)
  const scripts = due.map((step) => ({
    step,
    parts: partsOf(step).map((sql): Script => ({ name: step.name, sql, label: step.label })),
    noted: { name: step.name, sql: (step.isRebuild ? '' : replacing(step.name)) + noted(step) },
  }))
  const definitions = scripts.filter(({ step }) => !step.isRebuild && !step.isApart)
  const apart = scripts.filter(({ step }) => step.isApart)
  const rebuilds = scripts.filter(({ step }) => step.isRebuild)
  // Of a new database there is nothing to rebuild.
  const shown = isNew ? [] : rebuilds.flatMap(({ parts }) => parts.filter(({ label }) => label !== undefined))
  const onScript = (script: Script) => {
    const at = shown.indexOf(script)
    if (at >= 0) onProgress(at / shown.length, `${script.label}を更新しています`)
  }
  const first = [
    ...definitions.flatMap(({ parts, noted }) => [...parts, noted]),
    { name: 'applied_step', sql: goes.join('\n') },
  ]
  const then = rebuilds.map(({ parts, noted }) => [...parts, noted])
  if (isNew || database.kind === 'pglite') {
    await database.runTogether([...first, ...then.flat()], onScript)
  } else {
    const definesTables = [{ name: 'locks', sql: lockAll }, ...first]
    if (definitions.length + gone.length > 0) await betweenCalls(() => database.runTogether(definesTables), attempts)
    for (const rebuild of then) await database.runTogether([{ name: 'locks', sql: whileRead }, ...rebuild], onScript)
  }
  for (const { step, noted } of apart) {
    await dropBrokenIndexes(database)
    await database.runApart(step.sql.split('\n').filter((line) => /^create /.test(line)))
    await database.runTogether([noted])
  }
  if (shown.length > 0) onProgress(1, '更新が終わりました')
}

/** What an interrupted `create index concurrently` has left: nothing reads it, every write keeps it. */
async function dropBrokenIndexes(database: Database) {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select indexrelid::regclass::text as name from pg_index where not indisvalid`,
  )
  await database.runApart(rows.map(({ name }) => `drop index concurrently if exists ${name}`))
}

/**
 * All tables at once, before anything is changed: with locks that are taken on the way, calls would wait for those that
 * wait for each other.
 */
const lockAll = `do $$ declare tables text; begin
  select string_agg(format('%I.%I', n.nspname, c.relname), ', ' order by c.oid) into tables
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') and pg_has_role(c.relowner, 'usage');
  execute 'lock table ' || tables || ' in access exclusive mode';
end $$;`
/** A rebuild waits for rows that calls write, and keeps the indexes that they read. */
const whileRead = `set local lock_timeout = '60s'; set local app.while_read = 'on';`

const replaces = (name: string) => `insert into drizzle.replaced_step
  select name, version from drizzle.applied_step where name = '${name}' on conflict do nothing;`
/** This version is no older one from here on, also where it has been before. */
const noted = ({ name, version }: Step) => `
  delete from drizzle.replaced_step where name = '${name}' and version = '${version}';
  insert into drizzle.applied_step values ('${name}', '${version}')
  on conflict (name) do update set version = excluded.version;`
