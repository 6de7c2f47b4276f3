import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another process holds the folder; the message is for the person at the terminal. */
export class DataDirBusyError extends Error {}

interface Holder {
  pid: number
  /** When the process began, as the system counts it: a number that was given to another process since is no holder. */
  began: string | null
}

/**
 * Takes a data folder for this process alone; PGlite itself would let two processes ruin it. A lock whose process is
 * gone is taken over. Answers the release.
 */
export function holdDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const lock = join(dataDir, 'api.lock')
  const own: Holder = { pid: process.pid, began: beganAt(process.pid) }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(lock, JSON.stringify(own), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(lock)
    if (holder && isAlive(holder)) {
      throw new DataDirBusyError(`データフォルダー ${dataDir} は別のプロセス (${holder.pid}) が使用中です。`)
    }
    setAside(lock, `${lock}.${process.pid}`)
  }
  throw new DataDirBusyError(`データフォルダー ${dataDir} は別のプロセスが使用中です。`)
}

/** Renaming is atomic: of two processes that find the same dead lock, one gets it. */
function setAside(lock: string, aside: string) {
  try {
    renameSync(lock, aside)
    rmSync(aside, { force: true })
  } catch {
    // The other one did.
  }
}

function readHolder(lock: string): Holder | null {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as Holder
  } catch {
    return null
  }
}

function isAlive({ pid, began }: Holder): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return began === null || beganAt(pid) === began
}

/** Linux only; elsewhere the number alone decides. */
function beganAt(pid: number): string | null {
  try {
    const [boot, stat] = [
      readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFileSync(`/proc/${pid}/stat`, 'utf8'),
    ]
    // After the command's name in brackets, which may hold spaces, start time is the 20th field.
    return `${boot.trim()}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return null
  }
}
