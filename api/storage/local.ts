import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { hasRoom, NoRoomError } from '../process/disk.ts'
import { type Storage, storedName } from './storage.ts'

/** A file being written, or left by an interrupted write. */
const asideName = /^[\w-]{32}\.(webp|jpg)\.[0-9a-f]{8}$/

/** A folder of this machine. Writes are atomic: to a temporary file, flushed and renamed. */
export function localStorage(folder: string): Storage {
  const pathOf = (name: string) => {
    if (!storedName.test(name) && !asideName.test(name)) throw new Error('Not a name of ours')
    return join(folder, name)
  }
  const isOlder = async (name: string, time: Date) => {
    const found = await unlessMissing(stat(pathOf(name)))
    return found !== null && found.mtime < time
  }
  return {
    put: async (name, bytes) => {
      const path = pathOf(name)
      const aside = `${path}.${randomBytes(4).toString('hex')}`
      // The embedded database may be on the same disk.
      if (!(await hasRoom(folder))) throw new NoRoomError()
      await mkdir(folder, { recursive: true })
      try {
        const file = await open(aside, 'wx')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(aside, path)
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    get: async (name) => {
      if (!storedName.test(name)) return null
      const bytes = await unlessMissing(readFile(join(folder, name)))
      return bytes && new Uint8Array(bytes)
    },
    renew: async (name) => {
      if (!storedName.test(name)) return false
      const now = new Date()
      return (await unlessMissing(utimes(join(folder, name), now, now))) !== null
    },
    namesOlderThan: async (time) => {
      const old: string[] = []
      for (const name of (await unlessMissing(readdir(folder))) ?? []) {
        if ((storedName.test(name) || asideName.test(name)) && (await isOlder(name, time))) old.push(name)
      }
      return old
    },
    removeOlderThan: async (time, name) => {
      if (await isOlder(name, time)) await rm(pathOf(name), { force: true })
    },
    hasRoom: () => hasRoom(folder),
  }
}

/** Null where the file or folder is missing. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
