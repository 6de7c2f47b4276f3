import { join } from 'node:path'
import { type Database, openDatabase } from '../db/client.ts'
import { holdDataDir } from '../db/data-dir.ts'
import { migrate } from '../db/migrate.ts'
import { postgresUrlOf, storageFolderOf } from '../process/config.ts'
import { progressBar } from '../process/progress.ts'

export interface WhichDatabase {
  'data-dir': string
  'database-url'?: string | undefined
}

/** Options of a script that name its database; without a PostgreSQL URL it is in the data folder. */
export const whichDatabase = {
  'data-dir': { type: 'string', default: process.env.DATA_DIR ?? '.data' },
  'database-url': { type: 'string', default: process.env.MIGRATE_DATABASE_URL || process.env.DATABASE_URL },
} as const

/** The folder of uploaded pictures. */
export const picturesOf = (dataDir: string) =>
  storageFolderOf({ STORAGE_URL: process.env.STORAGE_URL || undefined, DATA_DIR: dataDir })

/** Runs a script; an error is printed as one sentence, with exit code 1. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** Runs a script's work on its database, migrated to this version; locks the data folder meanwhile. */
export const withDatabase = (which: WhichDatabase, work: (database: Database) => Promise<void>): Promise<void> =>
  withUnmigrated(which, async (database) => {
    await migrate(database, { onProgress: progressBar() })
    await work(database)
  })

/** Runs a script's work on its database as it is; locks the data folder meanwhile. */
export async function withUnmigrated(which: WhichDatabase, work: (database: Database) => Promise<void>): Promise<void> {
  const url = postgresUrlOf(which['database-url'])
  const release = url ? () => {} : holdDataDir(which['data-dir'])
  const database = await openDatabase(
    url ? { kind: 'postgres', url, direct: true } : { kind: 'pglite', dataDir: join(which['data-dir'], 'db') },
  )
  try {
    await work(database)
  } finally {
    await database.close()
    release()
  }
}
