import { lt, sql } from 'drizzle-orm'
import { dataExportHours, dataExportPartBytes } from '#contract/words/data-export.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { dataExport } from '../db/schema/data-export.ts'
import type { Sealing } from '../lib/sealing.ts'

/** Everything of a club is in it. */
const placeOf = (exportId: string, at: number) => ['export', exportId, at] as const

interface Owner {
  exportId: string
  staffId: string
}

/** Stores a file in sealed parts as its bytes come; `end` stores the rest and says how much it was. */
export function partWriter(tx: Db, sealing: Sealing, { exportId, staffId }: Owner) {
  let [size, parts] = [0, 0]
  let held: Uint8Array[] = []
  let heldBytes = 0
  const store = async (bytes: Buffer) => {
    const { keyId, sealed } = sealing.seal(placeOf(exportId, parts), bytes.toString('base64'))
    // As base64, because the embedded database takes seconds for bytes.
    await tx.execute(sql`insert into data_export_part (export_id, staff_id, at, key_id, sealed) values (${Number(exportId)},
      ${Number(staffId)}, ${parts}, ${keyId}, decode(${Buffer.from(sealed).toString('base64')}, 'base64'))`)
    parts += 1
  }
  return {
    write: async (bytes: Uint8Array) => {
      size += bytes.length
      held.push(bytes)
      heldBytes += bytes.length
      if (heldBytes < dataExportPartBytes) return
      const all = Buffer.concat(held)
      let from = 0
      for (; all.length - from >= dataExportPartBytes; from += dataExportPartBytes) {
        await store(all.subarray(from, from + dataExportPartBytes))
      }
      held = [all.subarray(from)]
      heldBytes = all.length - from
    },
    end: async () => {
      if (heldBytes > 0) await store(Buffer.concat(held))
      return { size, parts }
    },
  }
}

/** A part as base64; null where there is none. */
export async function partOf(db: Db, sealing: Sealing, exportId: string, at: number): Promise<string | null> {
  const [found] = await rowsOf<{ keyId: string; sealed: string }>(
    db,
    sql`select key_id as "keyId", encode(sealed, 'base64') as sealed from data_export_part
      where export_id = ${Number(exportId)} and at = ${at}`,
  )
  return found ? sealing.open<string>(placeOf(exportId, at), found.keyId, Buffer.from(found.sealed, 'base64')) : null
}

/** When an export goes. */
export const expiryOf = (now: Date) => new Date(now.getTime() + dataExportHours * 60 * 60 * 1000)

export async function forgetOldExports(db: Db, now: Date): Promise<void> {
  await db.delete(dataExport).where(lt(dataExport.expiresAt, now))
}
