import { sql } from 'drizzle-orm'
import type { MergeGroupKey } from '#contract/words/club-merge.ts'
import type { Db } from '../../db/client.ts'
import { lockRows, rowsOf } from '../../db/expressions.ts'
import type { FactKind } from '../../import/facts/columns.ts'
import { followTouched, touchedAre } from '../../import/facts/follow.ts'

// What the answers change in rows of ours, before the club system's are written. A row that is the same gets the club
// system's number, and is written by it from then on.

interface Pair {
  ourId: number
  theirId: string | null
  theirDay: string | null
}

/** The pairs of a group. */
export const pairsOf = (tx: Db, brandCode: string, key: MergeGroupKey) =>
  rowsOf<Pair>(
    tx,
    sql`select our_id as "ourId", their_id as "theirId", their_day as "theirDay" from merge_pair
      where brand_code = ${brandCode} and key = ${key} order by our_id`,
  )

type Answers = Record<string, string>

export async function applyPeople(tx: Db, brandCode: string, answers: Answers): Promise<void> {
  if (answers.peopleAlike !== 'same') return
  await number(tx, 'member', await pairsOf(tx, brandCode, 'peopleAlike'))
}

export async function applyFacts(tx: Db, brandCode: string, answers: Answers): Promise<void> {
  await tx.execute(sql`set local app.bulk = 'on'`)
  if (answers.ticketsAlike === 'same') await number(tx, 'member_ticket', await pairsOf(tx, brandCode, 'ticketsAlike'))
  if (answers.bookingsAlike === 'same') await number(tx, 'reservation', await pairsOf(tx, brandCode, 'bookingsAlike'))
  if (answers.salesAlike === 'same') await number(tx, 'sale', await pairsOf(tx, brandCode, 'salesAlike'))
  if (answers.visitsAlike === 'same') await remove(tx, 'visit', await pairsOf(tx, brandCode, 'visitsAlike'))
  if (answers.bookingsHere === 'remove') await remove(tx, 'booking', await pairsOf(tx, brandCode, 'bookingsHere'))
  if (answers.salesHere === 'remove') await remove(tx, 'sale', await pairsOf(tx, brandCode, 'salesHere'))
  const contracts = await pairsOf(tx, brandCode, 'contractsTwo')
  if (answers.contractsTwo === 'theirs') await remove(tx, 'contract', contracts)
  if (answers.contractsTwo === 'until') await endBefore(tx, contracts)
}

/** Gives rows that only files know the club system's numbers, where no other row has them by now. */
async function number(tx: Db, table: 'member' | 'member_ticket' | 'reservation' | 'sale', pairs: readonly Pair[]) {
  if (pairs.length === 0) return
  const name = sql.identifier(table)
  const isOfFile = table === 'member' ? sql`t.last_synced_at is null` : sql`t.from_file`
  await lockRows(tx, table, sql`t.id = any (${sql.param(pairs.map(({ ourId }) => ourId))}::integer[])`)
  await tx.execute(sql`update ${name} t set external_id = w."theirId"
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w ("ourId" integer, "theirId" integer)
    where t.id = w."ourId" and ${isOfFile} and not exists (select from ${name} o where o.external_id = w."theirId")`)
}

const tableOf = { contract: 'contract', visit: 'visit', booking: 'reservation', sale: 'sale' } as const

/** Removes rows that only files know, with what is derived from them. */
export async function remove(tx: Db, kind: FactKind & keyof typeof tableOf, pairs: readonly Pair[]) {
  const ids = pairs.map(({ ourId }) => ourId)
  if (ids.length === 0) return
  const [table, those] = [tableOf[kind], sql`any (${sql.param(ids)}::integer[])`]
  await lockRows(tx, table, sql`t.id = ${those}`)
  const touched = await touchedAre(tx, kind, ids)
  if (kind === 'sale') {
    await tx.execute(
      sql`delete from sale_line l using sale t where t.id = ${those} and t.from_file and l.sale_id = t.id`,
    )
  }
  if (kind === 'contract') await tx.execute(sql`delete from membership_interval i where i.contract_id = ${those}`)
  await tx.execute(sql`delete from ${sql.identifier(table)} t where t.id = ${those} and t.from_file`)
  await followTouched(tx, kind, touched)
}

/** Ends contracts of files on the day before the club system's begin; those that begin later are the same contracts. */
export async function endBefore(tx: Db, pairs: readonly Pair[]) {
  const ids = pairs.map(({ ourId }) => ourId)
  if (ids.length === 0) return
  const starts = await rowsOf<{ id: number; startOn: string }>(
    tx,
    sql`select id, start_on::text as "startOn" from contract where id = any (${sql.param(ids)}::integer[])`,
  )
  const startOf = new Map(starts.map(({ id, startOn }) => [id, startOn]))
  const isBefore = ({ ourId, theirDay }: Pair) => theirDay !== null && (startOf.get(ourId) ?? '') < theirDay
  await remove(
    tx,
    'contract',
    pairs.filter((pair) => !isBefore(pair)),
  )
  const ending = pairs.filter(isBefore)
  await lockRows(tx, 'contract', sql`t.id = any (${sql.param(ending.map(({ ourId }) => ourId))}::integer[])`)
  await tx.execute(sql`update contract t set end_on = w."theirDay" - 1
    from jsonb_to_recordset(${JSON.stringify(ending)}::jsonb) as w ("ourId" integer, "theirDay" date)
    where t.id = w."ourId" and t.from_file`)
  const those = ending.map(({ ourId }) => ourId)
  await followTouched(tx, 'contract', await touchedAre(tx, 'contract', those))
}
