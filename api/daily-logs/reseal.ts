import { type SQL, sql } from 'drizzle-orm'
import { type LogKind, logKinds } from '#contract/words/daily-log.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { type Place, placeOfDay, placeOfWeek, type Sealing } from './sealing.ts'

// Changes the key that health data is sealed with (decision 0048): what was sealed with an older one is opened and sealed
// anew with the first, a batch a transaction, so that a run that is stopped goes on where it was.

const rowsAtOnce = 2_000

interface Table {
  name: SQL
  /** Whose row it is, and of which day: with the kind they name one. */
  owner: SQL
  day: SQL
  placeOf(kind: string, owner: number, day: string): Place
}
const days: Table = { name: sql`daily_log`, owner: sql`member_id`, day: sql`date`, placeOf: placeOfDay }
const weeks: Table = { name: sql`daily_log_week`, owner: sql`shop_id`, day: sql`week`, placeOf: placeOfWeek }

export interface Resealed {
  days: number
  weeks: number
  /** What could not be opened, and is as it was. */
  unopened: Unopened[]
}

export interface Unopened {
  keyId: string
  /** Whether there is such a key: then the rows are not what was sealed. */
  isKnown: boolean
  rows: number
  /** Where the first of them stands. */
  first: { kind: LogKind; day: string }
}

/** Seals all that is not sealed with the first key anew, as far as a key opens it. */
export async function resealAll(db: Db, sealing: Sealing, onProgress: (done: number) => void): Promise<Resealed> {
  const all = (await rowsUnder(db, days, sealing)) + (await rowsUnder(db, weeks, sealing))
  const resealed = { days: 0, weeks: 0 }
  const tell = () => onProgress(all === 0 ? 1 : Math.min(1, (resealed.days + resealed.weeks) / all))
  const older = sealing.keyIds.filter((keyId) => keyId !== sealing.keyId)
  for (const keyId of older) {
    for (let after: number | null = 0; after !== null; ) {
      const chosen = sql`key_id = ${keyId} and id > ${after} order by id limit ${rowsAtOnce}`
      const batch: Batch = await resealChosen(db, sealing, days, sql`id`, chosen)
      resealed.days += batch.resealed
      after = batch.last
      tell()
    }
    for (const kind of Object.keys(logKinds)) {
      // A shop has a week of each kind for each week of a year at most.
      for (let after: number | null = -1; after !== null; ) {
        const next = sql`(select min(shop_id) from daily_log_week where key_id = ${keyId} and kind = ${kind} and shop_id > ${after})`
        const chosen = sql`key_id = ${keyId} and kind = ${kind} and shop_id = ${next}`
        const batch: Batch = await resealChosen(db, sealing, weeks, sql`shop_id`, chosen)
        resealed.weeks += batch.resealed
        after = batch.last
        tell()
      }
    }
  }
  return { ...resealed, unopened: [...(await leftOf(db, days, sealing)), ...(await leftOf(db, weeks, sealing))] }
}

interface Batch {
  resealed: number
  /** The last row of the batch; null: there was none. */
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
    // Held: a day that a member writes meanwhile would be overwritten with what it was.
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

/** The row sealed anew; none where the value is not the one that was sealed at its place. */
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

/** What is still under another key than the first. */
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
