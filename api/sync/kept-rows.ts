import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { Place, Sealing } from '../lib/sealing.ts'
import { hashOf } from './hash-of.ts'
import { heldSentence } from './merge/hold.ts'
import { type ProviderRows, type RawRow, type ReadRow, type Resource, UnreadableRow } from './provider-rows.ts'
import { knownOfRow } from './unread-sales.ts'
import { membersOf, type Outcome, type Outcomes } from './write/outcomes.ts'

// The club system's rows as they came: sealed, because they hold what row-level security hides in our tables, and more.

export interface Keeping {
  brandCode: string
  sealing: Sealing
  now: Date
}

/** A kept row. */
export const placeOfRow = (brandCode: string, resource: string, theirId: string): Place => [
  'provider-row',
  ...[brandCode, resource, theirId],
]

/** How rows differ from those that are kept, and are written again once they are kept as they came. */
export async function compareKept(tx: Db, brandCode: string, resource: Resource, rows: readonly RawRow[]) {
  const ids = rows.map(({ id }) => id)
  const { rows: found } = await tx.execute<{ id: string; hash: string; outcome: string; reason: string | null }>(sql`
    select their_id as id, hash, outcome, reason from provider_row
    where brand_code = ${brandCode} and resource = ${resource} and their_id = any (${sql.param(ids)}::text[])`)
  const before = new Map(found.map((row) => [row.id, row]))
  return new Map(
    rows.map(({ id, raw }) => {
      const [hash, known] = [hashOf(raw), before.get(id)]
      const is = !known ? ('created' as const) : known.hash === hash ? ('unchanged' as const) : ('updated' as const)
      const [wasWritten, wasHeld] = [known?.outcome === 'written', known?.reason === heldSentence]
      return [id, { hash, is, wasWritten, wasHeld }]
    }),
  )
}
type Compared = Awaited<ReturnType<typeof compareKept>>

/**
 * Keeps rows as they came, with what has become of each. The contracts of members that changed or are back are due, also
 * of those who are here though their row is not written.
 */
export async function keepRows(
  tx: Db,
  { brandCode, sealing, now, readRow }: Keeping & { readRow: ReadRow },
  {
    resource,
    runId,
    rows,
    compared,
    outcomes,
  }: {
    resource: Resource
    runId: string | null
    rows: readonly RawRow[]
    compared: Compared
    outcomes: Outcomes
  },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const isWritten = (id: string) => keptOutcome(outcomes.get(id)).outcome === 'written'
  const here =
    resource === 'members'
      ? await membersOf(
          tx,
          rows.flatMap(({ id }) => (isWritten(id) ? [] : id)),
        )
      : new Map()
  const kept = [...new Map(rows.map((row) => [row.id, row])).values()].map(({ id, raw }) => {
    const { hash, is, wasWritten, wasHeld } = compared.get(id) as NonNullable<ReturnType<Compared['get']>>
    const { outcome, reason } = keptOutcome(outcomes.get(id))
    const isOurs = resource === 'members' && (outcome === 'written' || reason === heldSentence || here.has(id))
    const isNews = wasWritten !== (outcome === 'written') && !wasHeld && reason !== heldSentence
    const due = isOurs && (is !== 'unchanged' || isNews)
    const known = outcome === 'failed' ? knownOfRow(readRow, resource, { id, raw }) : {}
    const row = { id, hash, outcome, reason, due, ours: isOurs, ...known }
    if (is === 'unchanged') return row
    const { keyId, sealed } = sealing.seal(placeOfRow(brandCode, resource, id), raw)
    return { ...row, key_id: keyId, sealed: Buffer.from(sealed).toString('base64') }
  })
  const as = sql`as w (id text, hash text, outcome text, reason text, due boolean, ours boolean, key_id text, sealed text,
    day date, yen integer, "studioId" text, "memberId" text)`
  // A read outside of a run does not change in which run the row was last seen.
  const seenIn = runId === null ? null : Number(runId)
  const set = sql`seen_in = coalesce(${seenIn}::integer, p.seen_in), seen_at = ${at}, missing_since = null, gone_at = null`
  await tx.execute(sql`
    update provider_row p set ${set}, outcome = w.outcome, reason = w.reason,
      known_on = w.day, known_yen = w.yen, known_studio = w."studioId", known_member = w."memberId",
      failed_since = case when w.outcome = 'failed' then coalesce(p.failed_since, ${at}) end,
      contracts_due = p.contracts_due or w.due or (w.ours and p.missing_since is not null),
      tickets_due = p.tickets_due or w.due or (w.ours and p.missing_since is not null)
    from jsonb_to_recordset(${JSON.stringify(kept.filter((row) => !('sealed' in row)))}::jsonb) ${as}
    where p.brand_code = ${brandCode} and p.resource = ${resource} and p.their_id = w.id`)
  await tx.execute(sql`
    insert into provider_row as p (brand_code, resource, their_id, hash, key_id, sealed, seen_in, seen_at, outcome, reason,
      contracts_due, tickets_due, known_on, known_yen, known_studio, known_member, failed_since)
    select ${brandCode}, ${resource}, w.id, w.hash, w.key_id, decode(w.sealed, 'base64'), ${seenIn}::integer, ${at}, w.outcome,
      w.reason, w.due, w.due, w.day, w.yen, w."studioId", w."memberId", case when w.outcome = 'failed' then ${at} end
    from jsonb_to_recordset(${JSON.stringify(kept.filter((row) => 'sealed' in row))}::jsonb) ${as}
    on conflict (brand_code, resource, their_id) do update set hash = excluded.hash, key_id = excluded.key_id,
      sealed = excluded.sealed, ${set}, outcome = excluded.outcome, reason = excluded.reason,
      known_on = excluded.known_on, known_yen = excluded.known_yen, known_studio = excluded.known_studio,
      known_member = excluded.known_member,
      failed_since = case when excluded.outcome = 'failed' then coalesce(p.failed_since, excluded.failed_since) end,
      contracts_due = p.contracts_due or excluded.contracts_due, tickets_due = p.tickets_due or excluded.tickets_due`)
}

export function keptOutcome(outcome: Outcome | undefined) {
  if (outcome && 'reason' in outcome) return { outcome: outcome.is, reason: outcome.reason }
  return { outcome: 'written' as const, reason: null }
}

/** Kept rows in our terms; those that cannot be opened or read are left out. */
export async function readKept<R extends Resource>(
  tx: Db,
  { brandCode, sealing, readRow }: Pick<Keeping, 'brandCode' | 'sealing'> & { readRow: ReadRow },
  resource: R,
  ids?: readonly string[],
): Promise<Map<string, ProviderRows[R]>> {
  const { rows } = await tx.execute<{ id: string; keyId: string; sealed: string }>(sql`
    select their_id as id, key_id as "keyId", encode(sealed, 'base64') as sealed from provider_row
    where brand_code = ${brandCode} and resource = ${resource}
      ${ids ? sql`and their_id = any (${sql.param(ids)}::text[])` : sql``}`)
  return openedRows({ brandCode, sealing, readRow }, resource, rows)
}

interface SealedRow {
  id: string
  keyId: string
  sealed: string
}

function openedRows<R extends Resource>(
  { brandCode, sealing, readRow }: Pick<Keeping, 'brandCode' | 'sealing'> & { readRow: ReadRow },
  resource: R,
  rows: readonly SealedRow[],
): Map<string, ProviderRows[R]> {
  const read = new Map<string, ProviderRows[R]>()
  for (const { id, keyId, sealed } of rows) {
    let raw: unknown
    try {
      raw = sealing.open(placeOfRow(brandCode, resource, id), keyId, Buffer.from(sealed, 'base64'))
    } catch {
      // Under a key that is not here any more.
      continue
    }
    try {
      read.set(id, readRow(resource, raw))
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error
    }
  }
  return read
}

const keptAtOnce = 500

/** What the club system has of a resource, page by page, in our terms; without rows that cannot be opened or read. */
export async function* keptPages<R extends Resource>(
  db: Db,
  of: Pick<Keeping, 'brandCode' | 'sealing'> & { readRow: ReadRow },
  resource: R,
): AsyncGenerator<{ id: string; row: ProviderRows[R] }[]> {
  let after = ''
  for (;;) {
    const { rows } = await db.execute<SealedRow & Record<string, unknown>>(sql`
      select their_id as id, key_id as "keyId", encode(sealed, 'base64') as sealed from provider_row
      where brand_code = ${of.brandCode} and resource = ${resource} and their_id > ${after} and missing_since is null
      order by their_id limit ${keptAtOnce}`)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield [...openedRows(of, resource, rows)].map(([id, row]) => ({ id, row }))
  }
}

/** Rows per transaction of a key rotation. */
const resealedAtOnce = 500

/**
 * Key rotation (`npm run rekey`): the rows under the first key. Those that no known key opens stay as they are; those of an
 * export have none, until they are read again.
 */
export async function resealRows(db: Db, sealing: Sealing): Promise<{ resealed: number; unopened: number }> {
  const done = { resealed: 0, unopened: 0 }
  let after = ['', '', '']
  for (;;) {
    const [brand, resource, id] = after
    const { rows } = await db.execute<{
      brand: string
      resource: string
      id: string
      keyId: string
      sealed: string
    }>(sql`
      select brand_code as brand, resource, their_id as id, key_id as "keyId", encode(sealed, 'base64') as sealed from provider_row
      where key_id not in (${sealing.keyId}, '') and (brand_code, resource, their_id) > (${brand}, ${resource}, ${id})
      order by brand_code, resource, their_id limit ${resealedAtOnce}`)
    const last = rows.at(-1)
    if (!last) return done
    after = [last.brand, last.resource, last.id]
    const opened = rows.flatMap((row) => {
      const place = placeOfRow(row.brand, row.resource, row.id)
      try {
        const { keyId, sealed } = sealing.seal(place, sealing.open(place, row.keyId, Buffer.from(row.sealed, 'base64')))
        return { ...row, before: row.keyId, key_id: keyId, sealed: Buffer.from(sealed).toString('base64') }
      } catch {
        done.unopened += 1
        return []
      }
    })
    const { rows: changed } = await db.execute<{ n: number }>(sql`
      with changed as (
        update provider_row p set key_id = w.key_id, sealed = decode(w.sealed, 'base64')
        from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb)
          as w (brand text, resource text, id text, before text, hash text, key_id text, sealed text)
        where p.brand_code = w.brand and p.resource = w.resource and p.their_id = w.id and p.key_id = w.before
        returning 1
      )
      select count(*)::integer as n from changed`)
    done.resealed += changed[0]?.n ?? 0
  }
}

/** Rows that the club system has not had for so long are forgotten. */
const keptMonths = 13

/** Forgets rows that were last seen 13 months ago. */
export async function forgetOldRows(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from provider_row
    where seen_at < ${now.toISOString()}::timestamptz - make_interval(months => ${keptMonths})`)
}
