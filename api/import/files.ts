import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { lt, sql } from 'drizzle-orm'
import { type ImportState, importDays } from '#contract/words/import.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { importFile } from '../db/schema/import.ts'
import type { Sealing } from '../lib/sealing.ts'
import { FileRefused } from './refusal.ts'

// They run on other threads, because requests wait for the API's own.
const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

/** A file of members is as private as they are, and lies longer than it is looked at. */
const placeOf = (importId: string, start: number) => ['import', importId, start] as const

interface Part {
  importId: string
  /** Its first byte. */
  start: number
  bytes: Uint8Array
}

/** Stores a part, compressed and sealed; as base64 because the embedded database takes seconds for bytes. */
export async function storePart(db: Db, sealing: Sealing, { importId, start, bytes }: Part): Promise<void> {
  const packed = (await pack(bytes, { level: 1 })).toString('base64')
  const { keyId, sealed } = sealing.seal(placeOf(importId, start), packed)
  const text = Buffer.from(sealed).toString('base64')
  await db.execute(sql`insert into import_part (import_id, start, key_id, sealed)
    values (${Number(importId)}, ${start}, ${keyId}, decode(${text}, 'base64'))`)
}

/** The parts of a file, as those of another one: the seal is bound to its place. */
export async function copyParts(db: Db, sealing: Sealing, from: string, to: string): Promise<void> {
  const parts = await rowsOf<{ start: number; keyId: string; sealed: string }>(
    db,
    sql`select start, key_id as "keyId", encode(sealed, 'base64') as sealed from import_part
      where import_id = ${Number(from)} order by start`,
  )
  for (const { start, keyId, sealed } of parts) {
    const packed = sealing.open<string>(placeOf(from, start), keyId, Buffer.from(sealed, 'base64'))
    const again = sealing.seal(placeOf(to, start), packed)
    const text = Buffer.from(again.sealed).toString('base64')
    await db.execute(sql`insert into import_part (import_id, start, key_id, sealed)
      values (${Number(to)}, ${start}, ${again.keyId}, decode(${text}, 'base64'))`)
  }
}

/** The whole file. Throws `FileRefused` where it is not the one that was announced. */
export async function fileOf(
  db: Db,
  sealing: Sealing,
  { id, sha256 }: { id: string; sha256: string },
): Promise<Buffer> {
  const parts = await rowsOf<{ start: number; keyId: string; sealed: string }>(
    db,
    sql`select start, key_id as "keyId", encode(sealed, 'base64') as sealed from import_part
      where import_id = ${Number(id)} order by start`,
  )
  const hash = createHash('sha256')
  const opened: Buffer[] = []
  for (const { start, keyId, sealed } of parts) {
    const packed = sealing.open<string>(placeOf(id, start), keyId, Buffer.from(sealed, 'base64'))
    const bytes = await unpack(Buffer.from(packed, 'base64'))
    hash.update(bytes)
    opened.push(bytes)
  }
  if (hash.digest('hex') !== sha256) {
    throw new FileRefused('ファイルの送信が途中で壊れました。もう一度ファイルを選んでください。')
  }
  return Buffer.concat(opened)
}

/** When a file and its undo expire. */
export const expiryOf = (now: Date) => new Date(now.getTime() + importDays * 24 * 60 * 60 * 1000)

/** Whether a job works on the file. */
export const isAtWork = (state: ImportState) => ['checking', 'writing', 'undoing'].includes(state)

/** After a step that was not done: a file that was written before stays so, only its undo is given up. */
export const givenUp = (state: ImportState): ImportState => (state === 'undoing' ? 'written' : 'failed')

/** Removes files of a month ago, with their rows and their undo. */
export async function forgetOldFiles(db: Db, now: Date): Promise<void> {
  await db.delete(importFile).where(lt(importFile.expiresAt, now))
}
