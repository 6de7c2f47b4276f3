import { type SQL, sql } from 'drizzle-orm'
import type { ImportAnswers } from '#contract/file-import.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { KnownDays } from '../../db/schema/import.ts'
import type { FactKind } from './columns.ts'
import { statesOnNewDay } from './follow.ts'
import { factTables, ofJson } from './tables.ts'

// Which days a file makes known (decision 0102).

/** Kinds whose last row may be of a day that went on after the file was made; a bill is of a whole month. */
const isAsked = (kind: FactKind) => kind === 'visit' || kind === 'booking' || kind === 'sale'

/** Of the checked rows that are to be written, the last day up to today; null for kinds without that question. */
export async function lastDayOf(kind: FactKind, db: Db, importId: string, today: string): Promise<string | null> {
  const field = factTables[kind].fields.find(({ name }) => name === factTables[kind].days[0])
  if (!isAsked(kind) || !field) return null
  const day = sql`tokyo_day(coalesce(${ofJson(sql`r.after`, field)}, ${ofJson(sql`r.before`, field)}))`
  const [found] = await rowsOf<{ last: string | null }>(
    db,
    sql`select max(${day}) filter (where ${day} <= ${today}) as last from import_row r
      where r.import_id = ${Number(importId)} and r.outcome in ('created', 'changed')`,
  )
  return found?.last ?? null
}

/**
 * How far the facts reach: the first ones begin the data date, later ones move it to their last moment, never back. The
 * days of their kind are stated as far as the file goes, in each shop that it has rows of: a day without a file is no day
 * without visits. Contracts need no such statement: a shop without any has no members. They say who has left only where
 * the person says so.
 */
export async function reachFacts(
  tx: Db,
  kind: FactKind,
  { id, answers, now }: { id: number; answers: ImportAnswers; now: Date },
): Promise<KnownDays[]> {
  const { name, days, known } = factTables[kind]
  if (!known) return []
  // Contracts that are as an earlier file has them are in this one too: what it says of leavers holds for their shops.
  const outcomes = kind === 'contract' ? sql`('created', 'changed', 'confirmed')` : sql`('created', 'changed')`
  const written = sql`import_row r join ${sql.identifier(name)} t on t.id = r.fact_id
    where r.import_id = ${id} and r.outcome in ${outcomes}`
  const today = sql`tokyo_day(${now.toISOString()}::timestamptz)`
  const day = sql`t.${sql.identifier(days[0] as string)}`
  const isMoment = kind !== 'contract' && kind !== 'bill'
  const first = isMoment ? sql`tokyo_day(${day})` : day
  // Bills are of a whole month.
  const last = kind === 'bill' ? sql`least((${day} + interval '1 month')::date - 1, ${today})` : first
  const cut = isAsked(kind) && !answers.isLastDayWhole ? sql`- 1` : sql``
  const [found] = await rowsOf<{
    first: string | null
    last: string | null
    moment: string | null
    date: string | null
    shops: number[] | null
  }>(
    tx,
    sql`select min(${first}) as first, max(${last}) filter (where ${first} <= ${today}) ${cut} as last,
        ${isMoment ? sql`max(${day}) filter (where ${day} <= ${now.toISOString()}::timestamptz)` : sql`null`} as moment,
        data_date() as date, array_agg(distinct t.shop_id) as shops
      from ${written}`,
  )
  if (!found?.first) return []
  const reach = found.date === null ? now.toISOString() : found.moment
  if (reach !== null) {
    await tx.execute(sql`insert into data_state as s (id, data_as_of, synced_at)
      values (1, ${reach}::timestamptz, ${now.toISOString()}::timestamptz)
      on conflict (id) do update set data_as_of = excluded.data_as_of, synced_at = excluded.synced_at
      where s.data_as_of < excluded.data_as_of`)
    if (found.date !== null) await statesOnNewDay(tx, found.date)
  }
  const stated: KnownDays[] = []
  for (const shopId of (found.shops ?? []).sort((a, b) => a - b)) {
    const one =
      known === 'contracts'
        ? await stateLeavers(tx, shopId, { id, from: answers.leaversFrom ?? null })
        : await stateDays(tx, kind, { shopId, kind: known, first: found.first, last: found.last })
    if (one) stated.push(one)
  }
  return stated
}

type Days = KnownDays['after']

/** The shop's own statement, or the chain's that holds for it. */
async function statementOf(tx: Db, kind: KnownDays['kind'], shopId: number) {
  const rows = await rowsOf<Days & { shopId: number }>(
    tx,
    sql`select shop_id as "shopId", first_on as "firstOn", last_on as "lastOn" from data_period
      where kind = ${kind} and shop_id in (0, ${shopId}) for update`,
  )
  const of = (wanted: number) => {
    const row = rows.find((one) => one.shopId === wanted)
    return row ? { firstOn: row.firstOn, lastOn: row.lastOn } : null
  }
  return { own: of(shopId), holds: of(shopId) ?? of(0) }
}

async function state(tx: Db, one: KnownDays): Promise<KnownDays> {
  const { kind, shopId, after } = one
  await tx.execute(sql`insert into data_period (kind, shop_id, first_on, last_on)
    values (${kind}, ${shopId}, ${after.firstOn}, ${after.lastOn})
    on conflict (kind, shop_id) do update set first_on = excluded.first_on, last_on = excluded.last_on`)
  return one
}

/**
 * From the first file's first day to the last one's last. Where the club system has brought the kind without a statement
 * nothing is stated, and where it brings it until the data date the end stays open.
 */
async function stateDays(
  tx: Db,
  of: FactKind,
  { shopId, kind, first, last }: { shopId: number; kind: KnownDays['kind']; first: string; last: string | null },
): Promise<KnownDays | null> {
  const { own, holds } = await statementOf(tx, kind, shopId)
  // The club system has no visits but those of lessons: a file knows the door.
  if (!holds && of !== 'visit' && (await hasOthers(tx, of, sql`shop_id = ${shopId} and not from_file`))) return null
  // A day is known only once it is over.
  if (last === null || last < first) {
    return holds ? null : state(tx, { kind, shopId, before: own, after: { firstOn: null, lastOn: null } })
  }
  const hasAll = holds !== null && holds.firstOn !== null && holds.lastOn === null
  if (hasAll && (holds.firstOn as string) <= first) return null
  const firstOn = holds?.firstOn && holds.firstOn < first ? holds.firstOn : first
  const lastOn = hasAll ? null : holds?.lastOn && holds.lastOn > last ? holds.lastOn : last
  return state(tx, { kind, shopId, before: own, after: { firstOn, lastOn } })
}

const hasOthers = async (tx: Db, of: FactKind, where: SQL) => {
  const [found] = await rowsOf<{ has: boolean }>(
    tx,
    sql`select exists (select from ${sql.identifier(factTables[of].name)} where ${where}) as has`,
  )
  return found?.has === true
}

/**
 * From the day that the person has named. Without one nobody knows who left, where the shop's first contracts are those
 * of this file; a shop that had contracts without a statement keeps what it knows.
 */
async function stateLeavers(
  tx: Db,
  shopId: number,
  { id, from }: { id: number; from: string | null },
): Promise<KnownDays | null> {
  const { own, holds } = await statementOf(tx, 'leavers', shopId)
  if (from === null) {
    const isHere = sql`shop_id = ${shopId} and id not in (
      select fact_id from import_row where import_id = ${id} and outcome = 'created' and fact_id is not null)`
    if (holds || (await hasOthers(tx, 'contract', isHere))) return null
    return state(tx, { kind: 'leavers', shopId, before: own, after: { firstOn: null, lastOn: null } })
  }
  if (holds?.firstOn && holds.firstOn <= from) return null
  return state(tx, { kind: 'leavers', shopId, before: own, after: { firstOn: from, lastOn: null } })
}
