import { type SQL, sql } from 'drizzle-orm'
import { type LogKind, logKinds } from '#contract/words/daily-log.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { type Place, placeOfDay, placeOfWeek, type Sealing } from '../lib/sealing.ts'

// Key rotation of health data (decision 0048): decrypts with the older key and encrypts with the first one, a batch per
// transaction, so that an interrupted run continues where it stopped.

const rowsAtOnce = 2_000

interface Table {
  name: SQL
  /** Member or shop, and day; together with the kind they identify a row. */
  owner: SQL
  day: SQL
  placeOf(kind: string, owner: number, day: string): Place
}
const days: Table = { name: sql`daily_log`, owner: sql`member_id`, day: sql`date`, placeOf: placeOfDay }
const weeks: Table = { name: sql`daily_log_week`, owner: sql`shop_id`, day: sql`week`, placeOf: placeOfWeek }

export interface Resealed {
  days: number
  weeks: number
  /** Rows that could not be decrypted; they stay unchanged. */
  unopened: Unopened[]
}

export interface Unopened {
  keyId: string
  /** Whether the key is known; if so, the rows were damaged or replaced. */
  isKnown: boolean
  rows: number
  /** Position of the first of them. */
  first: { kind: LogKind; day: string }
}

/** Re-encrypts every row that does not use the first key, as far as a known key decrypts it. */
export async function resealAll(db: Db, sealing: Sealing, onProgress: (done: number) => void): Promise<Resealed> {
  const all = (await rowsUnder(db, days, sealing)) + (await rowsUnder(db, weeks, sealing))
  const resealed = { days: 0, weeks: 0 }
  const reportProgress = () => onProgress(all === 0 ? 1 : Math.min(1, (resealed.days + resealed.weeks) / all))
  const older = sealing.keyIds.filter((keyId) => keyId !== sealing.keyId)
  for (const keyId of older) {
    for (let after: number | null = 0; after !== null; ) {
      const chosen = sql`key_id = ${keyId} and id > ${after} order by id limit ${rowsAtOnce}`
      const batch: Batch = await resealChosen(db, sealing, days, sql`id`, chosen)
      resealed.days += batch.resealed
      after = batch.last
      reportProgress()
    }
    for (const kind of Object.keys(logKinds)) {
      // A shop has at most one week per kind and week of the year.
      for (let after: number | null = -1; after !== null; ) {
        const next = sql`(select min(shop_id) from daily_log_week where key_id = ${keyId} and kind = ${kind} and shop_id > ${after})`
        const chosen = sql`key_id = ${keyId} and kind = ${kind} and shop_id = ${next}`
        const batch: Batch = await resealChosen(db, sealing, weeks, sql`shop_id`, chosen)
        resealed.weeks += batch.resealed
        after = batch.last
        reportProgress()
      }
    }
  }
  return { ...resealed, unopened: [...(await leftOf(db, days, sealing)), ...(await leftOf(db, weeks, sealing))] }
}

interface Batch {
  resealed: number
  /** The last row of the batch; null for an empty one. */
  last: number | null
}

interface Found {
  place: number
  owner: number
  kind: LogKind
  day: string
  keyId: string
  /** Base64. */
  sealed: string
}

const resealChosen = (db: Db, sealing: Sealing, table: Table, place: SQL, chosen: SQL): Promise<Batch> =>
  db.transaction(async (transaction) => {
    const tx = transaction as Db
    const { name, owner, day } = table
    // Locked, so that a day that a member writes meanwhile is not overwritten with its old value.
    const found = await rowsOf<Found>(
      tx,
      sql`
        select ${place} as place, ${owner} as owner, kind, ${day} as day, key_id as "keyId", encode(sealed, 'base64') as sealed
        from ${name} where ${chosen} for update`,
    )
    const opened = found.flatMap((row) => resealedOf(sealing, table, row))
    const column = (values: readonly (string | number)[]) => `{${values.join(',')}}`
    await tx.execute(sql`
      update ${name} old set key_id = ${sealing.keyId}, sealed = decode(new.sealed, 'base64')
      from unnest(${column(opened.map((row) => row.owner))}::integer[], ${column(opened.map((row) => row.kind))}::text[],
        ${column(opened.map((row) => row.day))}::date[], ${column(opened.map((row) => row.sealed))}::text[])
        as new (owner, kind, day, sealed)
      where old.${owner} = new.owner and old.kind = new.kind and old.${day} = new.day`)
    return { resealed: opened.length, last: found.at(-1)?.place ?? null }
  })

/** The re-encrypted row; null where the value does not belong to its row. */
function resealedOf(sealing: Sealing, { placeOf }: Table, row: Found): Found[] {
  const place = placeOf(row.kind, row.owner, row.day)
  try {
    const { sealed } = sealing.seal(place, sealing.open(place, row.keyId, Buffer.from(row.sealed, 'base64')))
    return [{ ...row, sealed: Buffer.from(sealed).toString('base64') }]
  } catch {
    return []
  }
}

async function rowsUnder(db: Db, { name }: Table, { keyId }: Sealing): Promise<number> {
  const [counted] = await rowsOf<{ rows: number }>(
    db,
    sql`select count(*) as rows from ${name} where key_id <> ${keyId}`,
  )
  return counted?.rows ?? 0
}

/** Rows that still use another key than the first. */
async function leftOf(db: Db, { name, day }: Table, sealing: Sealing): Promise<Unopened[]> {
  const rows = await rowsOf<{ keyId: string; rows: number; kind: LogKind; day: string }>(
    db,
    sql`
      select key_id as "keyId", count(*) as rows, (array_agg(kind order by ${day}, kind))[1] as kind, min(${day}) as day
      from ${name} where key_id <> ${sealing.keyId} group by key_id order by key_id`,
  )
  return rows.map(({ keyId, rows: left, ...first }) => ({
    keyId,
    rows: left,
    first,
    isKnown: sealing.keyIds.includes(keyId),
  }))
}
