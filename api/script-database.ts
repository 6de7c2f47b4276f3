import { join } from 'node:path'
import { postgresUrlOf } from './config.ts'
import { type Database, openDatabase } from './db/client.ts'
import { holdDataDir } from './db/data-dir.ts'
import { migrate } from './db/migrate.ts'

/** The options of a script that say where its database is; without a PostgreSQL's address it is in the data folder. */
export interface WhichDatabase {
  'data-dir': string
  'database-url'?: string | undefined
}

/** Does a script's work on its database, brought to this version; the data folder is held meanwhile. */
export async function withDatabase(which: WhichDatabase, work: (database: Database) => Promise<void>): Promise<void> {
  const url = postgresUrlOf(which['database-url'])
  const release = url ? () => {} : holdDataDir(which['data-dir'])
  const database = await openDatabase(
    url ? { kind: 'postgres', url } : { kind: 'pglite', dataDir: join(which['data-dir'], 'db') },
  )
  try {
    await migrate(database)
    await work(database)
  } finally {
    await database.close()
    release()
  }
}
