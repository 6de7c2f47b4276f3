import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))
/** Run whole, in this order, each time one of them or the migrations changed. */
const scripts = ['security.sql', 'rollups.sql']

/** Brings the database to this version: drizzle's migrations, then roles, row-level security, triggers, functions and rollups. */
export async function migrate(database: Database): Promise<void> {
  await database.alone(async () => {
    const config = { migrationsFolder }
    if (database.kind === 'pglite') {
      const migrator = await import('drizzle-orm/pglite/migrator')
      await migrator.migrate(database.db as unknown as Parameters<typeof migrator.migrate>[0], config)
    } else {
      const migrator = await import('drizzle-orm/node-postgres/migrator')
      await migrator.migrate(database.db as unknown as Parameters<typeof migrator.migrate>[0], config)
    }
    await applySecurity(database)
  })
}

let version: ReturnType<typeof readVersion> | undefined

/** Names this version of migrations and security together; read once, for probes come every few seconds. */
function versionHash() {
  version ??= readVersion()
  return version
}

async function readVersion(): Promise<{ hash: string; security: string }> {
  const [journal = '', ...parts] = await Promise.all(
    ['migrations/meta/_journal.json', ...scripts].map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  )
  const security = parts.join('\n')
  return { hash: createHash('sha256').update(journal).update(security).digest('hex'), security }
}

async function appliedHash(database: Database): Promise<string | undefined> {
  const { rows } = (await database.db.execute(sql`select hash from drizzle.security`)) as unknown as {
    rows: { hash: string }[]
  }
  return rows[0]?.hash
}

/** Whether the database is at this version. Throws when it cannot be reached or was never migrated. */
export async function isMigrated(database: Database): Promise<boolean> {
  const [applied, { hash }] = await Promise.all([appliedHash(database), versionHash()])
  return applied === hash
}

async function applySecurity(database: Database) {
  const { hash, security } = await versionHash()
  await database.db.execute(sql`create table if not exists drizzle.security (hash text not null)`)
  if ((await appliedHash(database)) === hash) return
  await database.exec(`begin; ${security}; delete from drizzle.security;
    insert into drizzle.security values ('${hash}'); commit`)
}
