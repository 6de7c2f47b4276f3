import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { z } from 'zod'

// A backup's file: lines of JSON, packed by gzip, encrypted by age. In ten years `age -d -i key file | gunzip` reads it
// without this program (decision 0127).

/** A backup that cannot be written, read or restored; the message is for the terminal. */
export class BackupRefused extends Error {}

export const formatVersion = 1

/** The first line. */
export const zHeader = z.object({
  format: z.literal('karada-desk-backup'),
  version: z.literal(formatVersion),
  takenAt: z.iso.datetime(),
  program: z.string(),
  engine: z.enum(['pglite', 'postgres']),
  /** Hashes of the migrations that made its tables. */
  migrations: z.array(z.string()).min(1),
  /** Names and versions of the steps after them (`api/db/sql-files.ts`). */
  steps: z.array(z.tuple([z.string(), z.string()])),
  /** Names of the keys of DAILY_LOG_KEYS that encrypt values in it. */
  dailyLogKeys: z.array(z.string()),
})
export type Header = z.output<typeof zHeader>

/** What was read of a table: equal sums are equal rows, in whatever order. */
export const zTable = z.object({ columns: z.array(z.string()), rows: z.int(), sum: z.string() })
export type TableSum = z.output<typeof zTable>

/** The other lines: rows of a table, which its sum ends; pictures; the numbers that follow; the end. */
export const zLine = z.union([
  z.object({ table: z.string(), rows: z.array(z.string()) }).strict(),
  z.object({ table: z.string(), sum: zTable }).strict(),
  z.object({ picture: z.string(), base64: z.base64() }).strict(),
  z
    .object({ end: z.object({ tables: z.int(), pictures: z.int(), sequences: z.record(z.string(), z.string()) }) })
    .strict(),
])
export type Line = z.output<typeof zLine>

/** The key of BACKUP_KEY with its public name; throws where it is none. */
export async function backupKeyOf(setting: string | undefined): Promise<{ identity: string; recipient: string }> {
  const identity = setting?.trim() ?? ''
  try {
    return { identity, recipient: await identityToRecipient(identity) }
  } catch {
    throw new BackupRefused(
      'BACKUP_KEY に、バックアップを暗号化する鍵（AGE-SECRET-KEY-1…）を指定してください。新しい鍵は npm run backup -- --new-key で作れます。',
    )
  }
}

/** Writes a new file, readable by its owner alone. Ends on the disk. */
export async function writeLines(path: string, recipient: string, lines: AsyncIterable<Header | Line>): Promise<void> {
  async function* texts() {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`
  }
  const packed = createGzip({ level: 4 })
  const packing = pipeline(Readable.from(texts()), packed)
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const encrypted = await encrypter.encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>)
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await Promise.all([packing, pipeline(Readable.fromWeb(encrypted as never), file)])
}

const unreadable = 'バックアップを開けません。BACKUP_KEY が書いたときの鍵と違うか、ファイルが壊れているか途中までです。'

/** The lines of a file, none of a changed or cut piece. Throws `BackupRefused`. */
export async function* readLines(path: string, identity: string): AsyncGenerator<unknown> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const file = createReadStream(path)
  try {
    const decrypted = await decrypter.decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>)
    const unpacked = Readable.fromWeb(decrypted as never).compose(createGunzip()) as unknown as AsyncIterable<Buffer>
    let kept: Buffer[] = []
    for await (const chunk of unpacked) {
      let from = 0
      for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
        yield JSON.parse(Buffer.concat([...kept, chunk.subarray(from, to)]).toString('utf8'))
        kept = []
        from = to + 1
      }
      kept.push(chunk.subarray(from))
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupRefused(`${path} が見つかりません。`)
    throw new BackupRefused(unreadable, { cause: error })
  } finally {
    file.destroy()
  }
}
