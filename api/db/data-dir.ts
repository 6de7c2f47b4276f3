import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process uses the folder; the message is for the terminal. */
export class DataDirBusyError extends Error {}

const busy = 5

/** Kept referenced: a collected lock would be released. */
const held = new Set<DatabaseSync>()

/**
 * Locks a data folder, or the part of it named `name`, for this process; two processes would corrupt a PGlite folder.
 * The kernel holds the lock (SQLite's, on an empty file), so it works across containers that share the folder and is
 * released when the process ends in any way. Returns the release function. Throws `DataDirBusyError`.
 */
export function holdDataDir(dataDir: string, name = 'api.lock'): () => void {
  mkdirSync(dataDir, { recursive: true })
  const lock = new DatabaseSync(join(dataDir, name))
  try {
    // In memory: the lock needs no journal, and a killed process leaves nothing to roll back.
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
