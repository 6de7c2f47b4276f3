import { join } from 'node:path'
import { type Database, openDatabase } from '../db/client.ts'
import { holdDataDir } from '../db/data-dir.ts'
import { migrate, openForMigration } from '../db/migrate.ts'
import { postgresUrlOf, type StoragePlace, storagePlaceOf } from '../process/config.ts'
import { progressBar } from '../process/progress.ts'
import { openStorage } from '../storage/open.ts'
import { patienceOfCommands } from '../storage/s3.ts'

export interface WhichDatabase {
  'data-dir': string
  'database-url'?: string | undefined
}

/** Options of a script that name its database; without a PostgreSQL URL it is in the data folder. */
export const whichDatabase = {
  'data-dir': { type: 'string', default: process.env.DATA_DIR ?? '.data' },
  'database-url': { type: 'string', default: process.env.MIGRATE_DATABASE_URL || process.env.DATABASE_URL },
} as const

/** Where uploaded pictures are: as the settings say, or at another `STORAGE_URL`. */
export function picturesOf(dataDir: string, url = process.env.STORAGE_URL, name?: string): StoragePlace {
  const { STORAGE_KEY_ID, STORAGE_SECRET } = process.env
  return storagePlaceOf({ STORAGE_URL: url || undefined, STORAGE_KEY_ID, STORAGE_SECRET, DATA_DIR: dataDir }, name)
}

export const openPictures = (place: StoragePlace) => openStorage(place, patienceOfCommands)

/** Runs a script; an error is printed as one sentence, with exit code 1. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/**
 * Runs a script's work on its database, migrated to this version; locks the data folder meanwhile. `back`: from a newer
 * version too.
 */
export const withDatabase = (
  which: WhichDatabase,
  work: (database: Database) => Promise<void>,
  { back = false } = {},
): Promise<void> =>
  withUnmigrated(which, async (database, url) => {
    const migrating = url ? await openForMigration(url) : database
    await migrate(migrating, { onProgress: progressBar(), back }).finally(() => url && migrating.close())
    await work(database)
  })

/** Runs a script's work on its database as it is; locks the data folder meanwhile. */
export async function withUnmigrated(
  which: WhichDatabase,
  work: (database: Database, url: string | null) => Promise<void>,
): Promise<void> {
  const url = postgresUrlOf(which['database-url'])
  const release = url ? () => {} : holdDataDir(which['data-dir'])
  const database = await openDatabase(
    url ? { kind: 'postgres', url, direct: true } : { kind: 'pglite', dataDir: join(which['data-dir'], 'db') },
  )
  try {
    await work(database, url)
  } finally {
    await database.close()
    release()
  }
}
