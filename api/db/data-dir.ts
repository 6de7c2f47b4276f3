import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process holds the folder; the message is for the person at the terminal. */
export class DataDirBusyError extends Error {}

const busy = 5

/** A lock that nobody refers to would be collected, and be free. */
const held = new Set<DatabaseSync>()

/**
 * Takes a data folder for this process alone, or what `name` stands for in it; PGlite itself would let two processes ruin
 * it. The kernel holds the lock (SQLite's, on an empty file), so that it counts for containers that share the folder too,
 * and is free the moment its process is gone, however it went. Answers the release. Throws `DataDirBusyError`.
 */
export function holdDataDir(dataDir: string, name = 'api.lock'): () => void {
  mkdirSync(dataDir, { recursive: true })
  const lock = new DatabaseSync(join(dataDir, name))
  try {
    // In memory: the lock needs no journal, and a killed process leaves nothing to be rolled back.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new DataDirBusyError(`データフォルダー ${dataDir} は別のプロセスが使用中です。`)
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}
