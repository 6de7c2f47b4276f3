import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The folder cannot be used; the message is for the terminal. */
export class DataDirError extends Error {}
/** Another process uses it. */
export class DataDirBusyError extends DataDirError {}

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

/**
 * Whether a folder holds a demo or a club's own data is written into it at its first start. Throws `DataDirError` where the
 * other kind is there: a demo is never opened as a club, and no club is filled with a demo.
 */
export function requireKind(dataDir: string, environment: 'demo' | 'trial' | 'production'): void {
  const wanted = environment === 'demo' ? 'demo' : 'club'
  const file = join(dataDir, 'kind')
  if (!existsSync(file)) {
    // A folder of an earlier version does not say: outside of production it was a demo's.
    const found = existsSync(join(dataDir, 'db')) && environment === 'trial' ? 'demo' : wanted
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${found}\n`)
  }
  if (readFileSync(file, 'utf8').trim() === wanted) return
  throw new DataDirError(
    wanted === 'club'
      ? `データフォルダー ${dataDir} にはデモのデータがあります。DATA_DIR で別のフォルダーを指定してください。`
      : `データフォルダー ${dataDir} にはクラブのデータがあるため、デモには使えません。DATA_DIR で別のフォルダーを指定してください。`,
  )
}
