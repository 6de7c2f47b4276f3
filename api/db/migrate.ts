import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))
const securityFile = new URL('security.sql', import.meta.url)

/** Brings the database to this version: drizzle's migrations, then roles, row-level security, triggers and functions. */
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

async function applySecurity(database: Database) {
  const [journal, security] = await Promise.all([
    readFile(new URL('migrations/meta/_journal.json', import.meta.url), 'utf8'),
    readFile(securityFile, 'utf8'),
  ])
  const hash = createHash('sha256').update(journal).update(security).digest('hex')
  await database.db.execute(sql`create table if not exists drizzle.security (hash text not null)`)
  const { rows } = (await database.db.execute(sql`select hash from drizzle.security`)) as unknown as {
    rows: { hash: string }[]
  }
  if (rows[0]?.hash === hash) return
  await database.exec(`begin; ${security}; delete from drizzle.security;
    insert into drizzle.security values ('${hash}'); commit`)
}
