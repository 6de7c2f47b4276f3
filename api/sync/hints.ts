import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { syncRun } from '../db/schema/club-sync.ts'
import { clubConnection, clubInbox } from '../db/schema/club-system.ts'
import { ProviderFailure } from './club-system.ts'
import type { Hint } from './driver.ts'
import { bookedBy, type MemberRows, readMember, writeMember } from './members-by-id.ts'
import type { Ask, RawRow } from './provider-rows.ts'
import { type Syncing, written } from './run.ts'
import { refusalOf } from './runs.ts'
import { membersOf } from './write/outcomes.ts'
import { writePage } from './write-page.ts'

// Records that webhooks report are read by their number and written as a run does (decision 0083).

/** Seconds until a record that is not there yet is read again: a webhook may be earlier than its record. */
const pauses = [40, 120, 480, 1_800, 7_200]
/** Of one that came as it is here already: it was read meanwhile, or the webhook was early. */
const pausesOfSame = 2
/** A process is dead that has not written its record in this time. */
const leaseMs = 5 * 60_000

interface Claimed extends Hint {
  brandCode: string
  /** The webhooks that report this record: it is read once for all of them. */
  ids: string[]
  tries: number
}

/**
 * Asks for the record of the oldest webhook that is due, and writes it. False: none is due, or the club system cannot
 * answer just now. A failure is the sentence of the row, which waits for its next try.
 */
export async function followHint(syncing: Syncing): Promise<boolean> {
  const { database, clock, log } = syncing
  if (!(await database.hasRoom())) return false
  const claimed = await database.db.transaction((tx) => claim(tx, clock()))
  if (!claimed) return false
  try {
    const found = await read(syncing, claimed)
    if (found) await written(database, (tx) => write(tx, syncing, claimed, found))
    else await later(database, claimed, clock(), notThere)
  } catch (error) {
    const isTheirs = error instanceof ProviderFailure
    if (!isTheirs) log.failure({ requestId: 'webhook', route: 'webhook', error })
    await later(database, claimed, clock(), isTheirs ? error.sentence : failedHere)
    if (isTheirs && error.kind !== 'unexpected') return false
  }
  return true
}

const notThere = '会員管理システムに見つかりませんでした。あれば、毎晩の取得で反映されます。'
const failedHere = '処理に失敗しました。毎晩の取得で反映されます。'

/** The oldest row that is due, with all others of its record, ours for minutes. */
async function claim(tx: Db, now: Date): Promise<Claimed | null> {
  // One process at a time chooses a row; the lock is short.
  await tx.select({ id: clubConnection.id }).from(clubConnection).for('no key update')
  const { brandCode, refusal } = await refusalOf(tx)
  if (refusal !== null) return null
  const isWaiting = and(eq(clubInbox.brandCode, brandCode), isNull(clubInbox.doneAt))
  const [first] = await tx
    .select()
    .from(clubInbox)
    .where(and(isWaiting, lte(clubInbox.dueAt, now)))
    .orderBy(clubInbox.id)
    .limit(1)
  if (!first || first.kind === 'other' || first.theirId === null) return null
  const { kind, theirId } = first
  const rows = await tx
    .update(clubInbox)
    .set({ dueAt: new Date(now.getTime() + leaseMs) })
    .where(and(isWaiting, eq(clubInbox.kind, kind), eq(clubInbox.theirId, theirId)))
    .returning({ id: clubInbox.id, tries: clubInbox.tries })
  // The newest webhook has the fewest tries.
  const tries = Math.min(...rows.map((row) => row.tries))
  return { kind, id: theirId, brandCode, ids: rows.map(({ id }) => id), tries }
}

interface Found {
  booking: RawRow | null
  /** The member of a booking, where they are not here yet. */
  people: MemberRows | null
}

/** What the club system has of the record; null: nothing. */
async function read(syncing: Syncing, { kind, id, brandCode }: Claimed): Promise<Found | null> {
  const ask: Ask = (work) => syncing.ask(brandCode, work)
  if (kind === 'members') {
    const people = await readMember(ask, id)
    return people && { booking: null, people }
  }
  const booking = await ask((reader) => reader.one('bookings', id))
  if (!booking) return null
  const memberId = bookedBy(syncing.readRow, booking)
  const isHere = memberId === null || (await membersOf(syncing.database.db, [memberId])).has(memberId)
  return { booking, people: isHere ? null : await readMember(ask, memberId) }
}

/** Writes what was found, and with it that its webhooks are done. */
async function write(tx: Db, { readRow, sealing, clock }: Syncing, claimed: Claimed, { booking, people }: Found) {
  const { brandCode } = claimed
  const now = clock()
  const of = { brandCode, readRow, sealing, now }
  // Seen while a run reads: not missing in it.
  const [run] = await tx
    .select({ id: syncRun.id })
    .from(syncRun)
    .where(and(eq(syncRun.brandCode, brandCode), inArray(syncRun.state, ['running', 'stopping', 'stopped'])))
  const runId = run?.id ?? null
  const counts = people ? await writeMember(tx, of, runId, people) : []
  if (booking) counts.push((await writePage(tx, of, 'bookings', runId, [booking])).counts)
  const isSame = counts.every(({ fetched, unchanged }) => fetched === unchanged)
  if (isSame && claimed.tries < pausesOfSame) await wait(tx, claimed, now, null)
  else await end(tx, claimed, now, null)
}

/** The next try; after the last one the nightly run is left to it. */
async function later({ db }: Database, claimed: Claimed, now: Date, sentence: string) {
  if (claimed.tries < pauses.length) await wait(db, claimed, now, sentence)
  else await end(db, claimed, now, sentence)
}

const wait = (db: Db, { ids, tries }: Claimed, now: Date, sentence: string | null) =>
  set(db, ids, { tries: tries + 1, dueAt: new Date(now.getTime() + (pauses[tries] ?? 0) * 1000), sentence })

const end = (db: Db, { ids, tries }: Claimed, now: Date, sentence: string | null) =>
  set(db, ids, { tries: tries + 1, doneAt: now, sentence })

const set = (db: Db, ids: readonly string[], change: Partial<typeof clubInbox.$inferInsert>) =>
  db
    .update(clubInbox)
    .set(change)
    .where(inArray(clubInbox.id, [...ids]))
