import { join } from 'node:path'
import { type Database, openDatabase } from '../../api/db/client.ts'
import { migrate } from '../../api/db/migrate.ts'
import { newFolder } from './api-process.ts'
import { newOnPostgres } from './database.ts'

/** A migrated database that a script of ours opens by itself: a data folder, or PostgreSQL where TEST_DATABASE_URL names a server. */
export interface KeptDatabase {
  /** Environment of the script. */
  options: string[]
  open(): Promise<Database>
  drop(): Promise<void>
}

export async function keptDatabase(): Promise<KeptDatabase> {
  const kept = await place()
  const database = await kept.open()
  await migrate(database)
  await database.close()
  return kept
}

async function place(): Promise<KeptDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (server) {
    const { url, drop } = await newOnPostgres(server)
    return { options: ['--database-url', url], open: () => openDatabase({ kind: 'postgres', url }), drop }
  }
  const folder = newFolder()
  const open = () => openDatabase({ kind: 'pglite', dataDir: join(folder, 'db') })
  return { options: ['--data-dir', folder], open, drop: async () => {} }
}
