import { join } from 'node:path'
import { type Database, openDatabase } from '../db/client.ts'
import { holdDataDir } from '../db/data-dir.ts'
import { migrate } from '../db/migrate.ts'
import { postgresUrlOf } from '../process/config.ts'

interface WhichDatabase {
  'data-dir': string
  'database-url'?: string | undefined
}

/** The options of a script that say where its database is; without a PostgreSQL's address it is in the data folder. */
export const whichDatabase = {
  'data-dir': { type: 'string', default: process.env.DATA_DIR ?? '.data' },
  'database-url': { type: 'string', default: process.env.DATABASE_URL },
} as const

/** Runs a script: what it throws is one sentence in the terminal and exit code 1. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
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
