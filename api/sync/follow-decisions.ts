import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { missingMember } from '../db/schema/missing-member.ts'
import { closeMembers, reopenMembers } from './close-members.ts'
import { askFor, confirmGone, presentMembers, record, stillMoved } from './missing-members.ts'
import { type Syncing, written } from './run.ts'
import { refusalOf } from './runs.ts'
import { writePage } from './write-page.ts'

// Decisions about missing members are carried out in the background: each member is looked up once more before they are
// closed, and a request never waits for months to be marked.

/** Members whose decision is carried out together. */
const atOnce = 20

/** Carries out some decisions, those made first. False: there is none. */
export async function followDecisions(syncing: Syncing): Promise<boolean> {
  const { database, clock } = syncing
  if (!(await database.hasRoom())) return false
  const rows = await database.db
    .select()
    .from(missingMember)
    .where(and(inArray(missingMember.state, ['closing', 'reopening']), isNotNull(missingMember.decidedAt)))
    .orderBy(asc(missingMember.decidedAt), asc(missingMember.id))
    .limit(atOnce)
  const [first] = rows
  if (!first) return false
  const theirs = rows.filter(
    ({ kind, state, brandCode }) => kind === first.kind && state === first.state && brandCode === first.brandCode,
  )
  if (first.state === 'closing' && first.kind === 'moved') await closeMoved(syncing, theirs)
  else if (first.state === 'closing') await close(syncing, first.brandCode, theirs)
  else {
    await written(database, async (tx) => {
      const held = await hold(tx, theirs, 'reopening')
      if (held.length === 0) return
      await reopenMembers(tx, held)
      await tx
        .update(missingMember)
        .set({ state: 'kept' })
        .where(inArray(missingMember.id, held.map(String)))
      await record(tx, 'reopen', held, { requestId: 'missing_member', now: clock() })
    })
  }
  return true
}

type Row = typeof missingMember.$inferSelect

/** Those whose contracts, as they were read last, are still at a studio that is left out; the others wait again. */
async function closeMoved({ database, clock }: Syncing, rows: readonly Row[]) {
  await written(database, async (tx) => {
    const now = clock()
    const held = await hold(tx, rows, 'closing')
    const still = await rowsOf<{ id: number }>(
      tx,
      sql`select x.id from missing_member x where x.id = any (${sql.param(held)}::integer[]) and exists (${stillMoved(sql`x`)}) order by 1`,
    )
    const closing = still.map(({ id }) => id)
    if (closing.length > 0) {
      await closeMembers(tx, closing, now)
      await record(tx, 'close', closing, { requestId: 'missing_member', now })
    }
    const waiting = held.filter((id) => !closing.includes(id)).map(String)
    const sentence = '取り込まないスタジオに移った契約がなくなったため、転出にしていません。'
    const back = { state: 'waiting' as const, decidedBy: null, decidedAt: null, sentence }
    if (waiting.length > 0) await tx.update(missingMember).set(back).where(inArray(missingMember.id, waiting))
  })
}

/**
 * The members whom the club system still does not know. Where a lookup fails the member waits again, with a sentence.
 */
async function close(syncing: Syncing, brandCode: string, rows: readonly Row[]) {
  const { database, clock, readRow, sealing } = syncing
  const idOf = new Map(rows.map(({ theirId, id }) => [theirId, id]))
  const refusal = await refusalOf(database.db)
  const isConnected = refusal.refusal === null && refusal.brandCode === brandCode
  const lookup = isConnected
    ? await askFor((work) => syncing.ask(brandCode, work), await presentMembers(database.db, brandCode), [
        ...idOf.keys(),
      ])
    : null
  const sentence = `会員管理システムに確認できなかったため、退会にしていません。${lookup?.failure?.sentence ?? refusal.refusal ?? ''}`
  const gone = new Set(lookup?.gone)
  const found = lookup?.found ?? []
  await written(database, async (tx) => {
    const now = clock()
    if (found.length > 0) await writePage(tx, { brandCode, readRow, sealing, now }, 'members', null, found)
    await confirmGone(tx, brandCode, [...gone], now)
    const held = new Set(await hold(tx, rows, 'closing'))
    const theirs = rows.filter(({ id }) => held.has(Number(id)))
    const closing = theirs.filter(({ theirId }) => gone.has(theirId)).map(({ id }) => Number(id))
    const waiting = theirs.filter(({ theirId }) => !gone.has(theirId)).map(({ id }) => id)
    if (closing.length > 0) {
      await closeMembers(tx, closing, now)
      await record(tx, 'close', closing, { requestId: 'missing_member', now })
    }
    const back = { state: 'waiting' as const, decidedBy: null, decidedAt: null, sentence }
    if (waiting.length > 0) await tx.update(missingMember).set(back).where(inArray(missingMember.id, waiting))
  })
}

/** Of these rows those that are still in the state: of two processes one carries a decision out. */
async function hold(tx: Db, rows: readonly Row[], state: Row['state']): Promise<number[]> {
  const held = await tx
    .select({ id: missingMember.id })
    .from(missingMember)
    .where(
      and(
        inArray(
          missingMember.id,
          rows.map(({ id }) => id),
        ),
        eq(missingMember.state, state),
      ),
    )
    .orderBy(sql`id`)
    .for('update')
  return held.map(({ id }) => Number(id))
}
