import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInflateRaw } from 'node:zlib'
import { Zip, ZipDeflate } from 'fflate'

// The files of an export: in a folder, or in one zip. Of a zip nothing is written under the names in it.

type Chunks = AsyncIterable<Uint8Array>

/** What an export is written to. */
export interface Target {
  add(name: string, chunks: Chunks): Promise<void>
  close(): Promise<void>
}

/** One on this disk. */
export interface DiskTarget extends Target {
  /** Removes what was written of an export that failed. */
  discard(): Promise<void>
}

/** What an export is read from. */
export interface Source {
  /** Null where there is no such file. */
  read(name: string): Chunks | null
  close(): Promise<void>
}

/** An export that cannot be written or read; the message is for the terminal or the screen. */
export class ExportRefused extends Error {}

/** Into a new or an empty folder. */
export async function folderTarget(folder: string): Promise<DiskTarget> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new ExportRefused(`${folder} は空ではありません。`)
  return {
    add: async (name, chunks) => {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(path, 'wx', 0o600)
      try {
        for await (const chunk of chunks) await file.write(chunk)
      } finally {
        await file.close()
      }
    },
    close: async () => {},
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The format's numbers have 32 bits. */
const largestZip = 0xffff_0000

/** As a zip, in pieces as they become ready. */
export function zipTarget(write: (bytes: Uint8Array) => Promise<void>): Target {
  const ready: Uint8Array[] = []
  let written = 0
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const flush = async () => {
    for (const bytes of ready.splice(0)) {
      written += bytes.length
      if (written > largestZip)
        throw new ExportRefused('4GBを超えるため、zipにできません。フォルダーに出力してください。')
      await write(bytes)
    }
  }
  return {
    add: async (name, chunks) => {
      // Pictures are compressed already.
      const entry = new ZipDeflate(name, { level: /\.(webp|jpg)$/.test(name) ? 0 : 4 })
      zip.add(entry)
      let size = 0
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > largestZip) throw new ExportRefused(`${name} が4GBを超えます。フォルダーに出力してください。`)
        entry.push(chunk)
        await flush()
      }
      entry.push(new Uint8Array(), true)
      await flush()
    },
    close: async () => {
      zip.end()
      await flush()
    },
  }
}

/** A new zip. */
export async function zipFileTarget(path: string): Promise<DiskTarget> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  const target = zipTarget(async (bytes) => void (await file.write(bytes)))
  return {
    add: target.add,
    close: async () => {
      await target.close()
      await file.close()
    },
    discard: async () => {
      await file.close()
      await rm(path, { force: true })
    },
  }
}

/** A folder, or a zip. */
export async function openSource(path: string): Promise<Source> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new ExportRefused(`${path} が見つかりません。`)
  if (found.isFile()) return zipSource(path)
  const names = new Set((await readdir(path, { recursive: true })).map((name) => name.replaceAll('\\', '/')))
  return { read: (name) => (names.has(name) ? createReadStream(join(path, name)) : null), close: async () => {} }
}

const unreadable = () => new ExportRefused('zipを読めません。出力したファイルをそのまま指定してください。')

interface Entry {
  /** Of its local header. */
  at: number
  packed: number
  isDeflated: boolean
}

const largestDirectory = 100_000_000

/** Its directory is read, and each file by its place. Sizes that it states are not relied on: the manifest's are the limit. */
async function zipSource(path: string): Promise<Source> {
  const file = await open(path, 'r')
  try {
    const entries = await directoryOf(file)
    return {
      read: (name) => {
        const entry = entries.get(name)
        return entry ? unpack(path, file, entry) : null
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead !== length) throw unreadable()
  return buffer
}

async function directoryOf(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat()
  const tail = await bytesAt(file, Math.max(0, size - 22), Math.min(size, 22))
  if (tail.length < 22 || tail.readUInt32LE(0) !== 0x06054b50) throw unreadable()
  const [count, length, at] = [tail.readUInt16LE(10), tail.readUInt32LE(12), tail.readUInt32LE(16)]
  if (length > largestDirectory || at + length > size) throw unreadable()
  const directory = await bytesAt(file, at, length)
  const entries = new Map<string, Entry>()
  for (let from = 0; from < directory.length; ) {
    if (from + 46 > directory.length || directory.readUInt32LE(from) !== 0x02014b50) throw unreadable()
    const [flags, method] = [directory.readUInt16LE(from + 8), directory.readUInt16LE(from + 10)]
    const nameEnd = from + 46 + directory.readUInt16LE(from + 28)
    const name = directory.toString('utf8', from + 46, nameEnd)
    if (entries.has(name) || (flags & 1) === 1 || (method !== 0 && method !== 8)) throw unreadable()
    entries.set(name, {
      at: directory.readUInt32LE(from + 42),
      packed: directory.readUInt32LE(from + 20),
      isDeflated: method === 8,
    })
    from = nameEnd + directory.readUInt16LE(from + 30) + directory.readUInt16LE(from + 32)
  }
  if (entries.size % 65_536 !== count) throw unreadable()
  return entries
}

async function* unpack(path: string, file: FileHandle, { at, packed, isDeflated }: Entry): Chunks {
  const header = await bytesAt(file, at, 30)
  if (header.readUInt32LE(0) !== 0x04034b50) throw unreadable()
  const start = at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (packed === 0) return
  const stored = createReadStream(path, { start, end: start + packed - 1 })
  if (!isDeflated) return yield* stored
  const inflated = createInflateRaw()
  stored.on('error', (error) => inflated.destroy(error))
  try {
    yield* stored.pipe(inflated)
  } catch (error) {
    if (error instanceof ExportRefused) throw error
    throw unreadable()
  } finally {
    stored.destroy()
    inflated.destroy()
  }
}
