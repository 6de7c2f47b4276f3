import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { sqlStateOf } from '../db/errors.ts'
import { rowsOf } from '../db/expressions.ts'
import type { Sealing } from '../lib/sealing.ts'
import { compareKept, keepRows, readKept } from './kept-rows.ts'
import { type Hold, heldSentence, holdOf, mergingOf } from './merge/hold.ts'
import { takeBack } from './missing-members.ts'
import { type ProviderRows, type RawRow, type ReadRow, type Resource, UnreadableRow } from './provider-rows.ts'
import { answersTo, openWords } from './words.ts'
import { writeBookings } from './write/bookings.ts'
import { writeContracts } from './write/contracts.ts'
import { writeLessons } from './write/lessons.ts'
import { writeMemberTickets } from './write/member-tickets.ts'
import { writeMembers } from './write/members.ts'
import {
  failed,
  type Outcome,
  type Outcomes,
  type Row,
  shopOf,
  skipped,
  type Writer,
  type Writing,
} from './write/outcomes.ts'
import { writePurchases } from './write/purchases.ts'
import { writeTickets } from './write/tickets.ts'

/** Rooms and programs are names of lessons, and nothing by themselves: they are only kept. */
const writers: { [R in Resource]: Writer<R> | null } = {
  rooms: null,
  programs: null,
  tickets: writeTickets,
  members: writeMembers,
  contracts: writeContracts,
  memberTickets: writeMemberTickets,
  lessons: writeLessons,
  bookings: writeBookings,
  purchases: writePurchases,
}

export interface WritingRows {
  brandCode: string
  readRow: ReadRow
  sealing: Sealing
  now: Date
  /** Rows of contracts need not be all of their members': those of files, and kept ones page by page. */
  isOfParts?: boolean
}

export type Counts = Record<'fetched' | 'created' | 'updated' | 'unchanged' | 'locked' | 'skipped' | 'failed', number>

interface Written {
  counts: Counts
  reasons: Record<string, number>
}

/** SQLSTATE classes of errors in a row's values, not in the page. */
const ofRow = ['22', '23', '54']
const refused = '値が正しくないため、反映していません。'

/**
 * Writes rows that a run has read into our tables and keeps them as they came, in the caller's transaction. Where the
 * database refuses a row, the others are written one by one.
 */
export async function writePage(
  tx: Db,
  of: WritingRows,
  resource: Resource,
  runId: string | null,
  rows: readonly RawRow[],
): Promise<Written> {
  const parts = await writeTogetherOrEach(tx, rows, {
    write: (part, some) => writeTogether(part, partly(of, some !== rows), resource, runId, some),
    refuse: async (row, outcomes) => {
      await keepRefused(tx, of, { resource, runId, row, outcomes })
      return { counts: countsOf(outcomes), reasons: reasonsOf(outcomes) }
    },
  })
  const all: Written = { counts: countsOf(new Map()), reasons: {} }
  for (const one of parts) {
    for (const name of Object.keys(all.counts) as (keyof Counts)[]) all.counts[name] += one.counts[name]
    for (const [reason, n] of Object.entries(one.reasons)) all.reasons[reason] = (all.reasons[reason] ?? 0) + n
  }
  return all
}

/**
 * Writes all rows together, or each by itself where the database refuses one of them; `refuse` handles a refused row.
 */
async function writeTogetherOrEach<T>(
  tx: Db,
  rows: readonly RawRow[],
  {
    write,
    refuse,
  }: {
    write: (part: Db, some: readonly RawRow[]) => Promise<T>
    refuse: (row: RawRow, outcomes: Outcomes) => T | Promise<T>
  },
): Promise<T[]> {
  const tryWriting = (some: readonly RawRow[]) => tx.transaction((part) => write(part, some)).catch(nullIfRowRefused)
  const together = await tryWriting(rows)
  if (together) return [together]
  const parts: T[] = []
  for (const row of rows) {
    parts.push((await tryWriting([row])) ?? (await refuse(row, new Map([[row.id, failed(refused)]]))))
  }
  return parts
}

const partly = (of: WritingRows, isOfParts: boolean): WritingRows => ({ ...of, isOfParts: of.isOfParts || isOfParts })

function nullIfRowRefused(error: unknown): null {
  if (!ofRow.includes(sqlStateOf(error).slice(0, 2))) throw error
  return null
}

/** Keeps a refused row as failed; a row that cannot be kept either is only counted. */
async function keepRefused(
  tx: Db,
  of: WritingRows,
  { resource, runId, row, outcomes }: { resource: Resource; runId: string | null; row: RawRow; outcomes: Outcomes },
) {
  await tx
    .transaction(async (part) => {
      const compared = await compareKept(part, of.brandCode, resource, [row])
      await keepRows(part, of, { resource, runId, rows: [row], compared, outcomes })
    })
    .catch(nullIfRowRefused)
}

/** Writes kept rows into our tables again, outside of a run; returns each row's outcome. */
export async function writeKept(
  tx: Db,
  of: WritingRows,
  resource: Resource,
  rows: readonly RawRow[],
): Promise<Outcomes> {
  const write = (part: Db, some: readonly RawRow[]) => writeRows(part, partly(of, true), resource, null, some)
  const parts = await writeTogetherOrEach(tx, rows, { write, refuse: (_, outcomes) => outcomes })
  return new Map(parts.flatMap((outcomes) => [...outcomes]))
}

async function writeTogether(
  tx: Db,
  of: WritingRows,
  resource: Resource,
  runId: string | null,
  rows: readonly RawRow[],
): Promise<Written> {
  await tx.execute(sql`set local app.bulk = 'on'`)
  const compared = await compareKept(tx, of.brandCode, resource, rows)
  const outcomes = await writeRows(tx, of, resource, runId, rows)
  if (!writers[resource]) {
    for (const [id, { is }] of compared) if (!outcomes.has(id)) outcomes.set(id, { is })
  }
  await keepRows(tx, of, { resource, runId, rows, compared, outcomes })
  if (resource === 'members') {
    const ids = rows.map(({ id }) => id)
    await takeBack(tx, 'missing', of.brandCode, ids, of.now)
  }
  return { counts: countsOf(outcomes), reasons: reasonsOf(outcomes) }
}

/** Into our tables alone. */
async function writeRows<R extends Resource>(
  tx: Db,
  of: WritingRows,
  resource: R,
  runId: string | null,
  rows: readonly RawRow[],
): Promise<Outcomes> {
  const unreadable: Outcomes = new Map()
  const read: Row<R>[] = []
  for (const { id, raw } of rows) {
    try {
      read.push({ id, row: of.readRow(resource, raw) })
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error
      unreadable.set(id, failed(error.message))
    }
  }
  const write = writers[resource] as Writer<R> | null
  if (!write || read.length === 0) return unreadable
  const { writing, held, isRevocable } = await openWriting(tx, of)
  if (isRevocable) await tx.execute(sql`select set_config('app.merge', ${of.brandCode}, true)`)
  const isHeld = (row: Row<R>['row']) => held.has(resource) && !isComing(resource, row, of.now)
  const kept = new Map(read.flatMap(({ id, row }) => (isHeld(row) ? [[id, whileHeld(writing, row)]] : [])))
  const outcomes = await write(
    writing,
    read.filter(({ id }) => !kept.has(id)),
  )
  await writing.words.keep(tx, runId)
  return new Map([...unreadable, ...kept, ...outcomes])
}

/** Whether a row is written while answers wait: it cannot be a row of ours from a file, and the desk needs it today. */
const isComing = (resource: Resource, row: ProviderRows[Resource], now: Date) =>
  resource === 'bookings' && Date.parse((row as ProviderRows['bookings']).startAt) > now.getTime()

/** The outcome of a row that waits for an answer; rows of a studio that is left out do not wait. */
function whileHeld(writing: Writing, row: ProviderRows[Resource]): Outcome {
  const studioId = 'studioId' in row ? row.studioId : undefined
  const shop = studioId === undefined ? null : shopOf(writing, studioId)
  return shop === null || typeof shop === 'number' ? skipped(heldSentence) : shop
}

/** The mappings that a page needs, in one statement: a run has hundreds of pages. */
export async function openWriting(tx: Db, of: WritingRows): Promise<Hold & { writing: Writing }> {
  const { brandCode, now } = of
  const all = (query: SQL) => sql`(select coalesce(json_agg(q), '[]') from (${query}) q)`
  const [found] = await rowsOf<Opening>(
    tx,
    sql`select
      ${all(sql`select their_id as id, shop_id as "shopId" from club_studio where brand_code = ${brandCode}`)} as studios,
      ${all(sql`select their_id as id, staff_id as "staffId" from club_instructor where brand_code = ${brandCode}`)} as instructors,
      ${all(answersTo(brandCode))} as answers, ${all(mergingOf(brandCode, now))} as merging`,
  )
  const { studios, instructors, answers, merging } = found as Opening
  const writing: Writing = {
    ...{ tx, brandCode, isWhole: !of.isOfParts },
    studios: new Map(studios.map(({ id, shopId }) => [id, shopId])),
    instructors: new Map(instructors.map(({ id, staffId }) => [id, staffId])),
    words: openWords(brandCode, answers),
    now,
    kept: (resource, ids) => readKept(tx, of, resource, ids),
  }
  return { writing, ...holdOf(merging[0]) }
}

interface Opening {
  studios: { id: string; shopId: number | null }[]
  instructors: { id: string; staffId: number | null }[]
  answers: Parameters<typeof openWords>[1]
  merging: [] | [Parameters<typeof holdOf>[0]]
}

export function countsOf(outcomes: Outcomes): Counts {
  const counts = { fetched: outcomes.size, created: 0, updated: 0, unchanged: 0, locked: 0, skipped: 0, failed: 0 }
  for (const { is } of outcomes.values()) counts[is] += 1
  return counts
}

function reasonsOf(outcomes: Outcomes): Record<string, number> {
  const reasons: Record<string, number> = {}
  for (const outcome of outcomes.values()) {
    if ('reason' in outcome) reasons[outcome.reason] = (reasons[outcome.reason] ?? 0) + 1
  }
  return reasons
}
