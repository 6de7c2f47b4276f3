import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasRoom } from '../disk.ts'
import { type Storage, storedName } from './storage.ts'

/** A folder of this machine. A file appears whole or not at all: it is written aside, flushed and renamed. */
export function localStorage(folder: string): Storage {
  const pathOf = (name: string) => {
    if (!storedName.test(name)) throw new Error('Not a name of ours')
    return join(folder, name)
  }
  return {
    put: async (name, bytes) => {
      const path = pathOf(name)
      const aside = `${path}.${randomBytes(4).toString('hex')}`
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
      try {
        return new Uint8Array(await readFile(join(folder, name)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    hasRoom: () => hasRoom(folder),
  }
}
