import { and, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Scoped } from '../context.ts'
import type { Db } from '../db/client.ts'
import { syncPart, syncRun } from '../db/schema/club-sync.ts'
import { clubConnection, clubStudio } from '../db/schema/club-system.ts'
import { reconnectSentence } from './connection.ts'
import { chooseFirst, needsChoice } from './merge/hold.ts'
import { dayResources, type Resource, resources } from './provider-rows.ts'

// The rows of runs: how one begins, is stopped and is taken up. At most one is unfinished.

/** Kinds of runs that read all resources of the club system. */
export const isWhole = notInArray(syncRun.kind, ['day', 'folder', 'merge'])

export const unfinished = ['running', 'stopping', 'stopped'] as const

/** A process is dead that has not renewed its lease for so long. */
const leaseMs = 5 * 60_000
export const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs)

interface Begin {
  brandCode: string
  kind: (typeof syncRun.$inferSelect)['kind']
  /** Null: by the clock. */
  staffId: string | null
  now: Date
  /** The resources of a source that is not the club system; the run has a part for these alone. */
  read?: readonly Resource[]
}

/**
 * Begins a run, or continues the unfinished one, so that pressing the button twice makes one run. A run by day reads
 * less, and ends where another kind begins.
 */
export async function beginRun(tx: Scoped | Db, { brandCode, kind, staffId, now, read }: Begin) {
  const [found] = await tx.select().from(syncRun).where(inArray(syncRun.state, unfinished)).for('update')
  const isInTheWay = found?.kind === 'day' && kind !== 'day'
  if (isInTheWay) {
    await tx.update(syncRun).set({ state: 'failed', endedAt: now, sentence: madeWay }).where(eq(syncRun.id, found.id))
  }
  const open = isInTheWay ? undefined : found
  if (open && open.brandCode === brandCode) {
    await tx.update(syncRun).set({ state: 'running', endedAt: null }).where(eq(syncRun.id, open.id))
    return { id: open.id, before: open.state }
  }
  const sentence = open?.kind === 'folder' ? otherRun : otherConnection
  const over = { state: 'failed' as const, endedAt: now, sentence }
  if (open) await tx.update(syncRun).set(over).where(eq(syncRun.id, open.id))
  const [made] = await tx
    .insert(syncRun)
    .values({ brandCode, kind, state: 'running', requestedBy: staffId, beganAt: now })
    .onConflictDoNothing()
    .returning({ id: syncRun.id })
  if (!made) return beginRun(tx, { brandCode, kind, staffId, now, read })
  const runId = made.id
  const parts = read ?? (kind === 'merge' ? [] : kind === 'day' ? dayResources : resources)
  if (parts.length === 0) return { id: runId, before: null }
  await tx.insert(syncPart).values(parts.map((resource) => ({ runId, resource, state: 'waiting' as const })))
  return { id: runId, before: null }
}

const madeWay = 'すべての同期を始めたため、中止しました。'
const otherRun = '会員管理システムからの取得が始まったため、中止しました。'
export const otherConnection = '接続先の会員管理システムが変わったため、中止しました。'

/** Makes a run stop after its page; at once where no process works on it. Null: none runs. */
export async function stopRun(tx: Scoped | Db, now: Date) {
  const [open] = await tx
    .select()
    .from(syncRun)
    .where(inArray(syncRun.state, ['running', 'stopping']))
    .for('update')
  if (!open) return null
  const after = open.leaseUntil !== null && open.leaseUntil > now ? ('stopping' as const) : ('stopped' as const)
  await tx
    .update(syncRun)
    .set({ state: after, ...(after === 'stopped' && { endedAt: now }) })
    .where(eq(syncRun.id, open.id))
  return { id: open.id, before: open.state, after }
}

/** The connected brand, and why no run may begin: staff must map studios to shops before anything is written. */
export async function refusalOf(tx: Scoped | Db): Promise<{ brandCode: string; refusal: string | null }> {
  const [connection] = await tx
    .select({
      brandCode: clubConnection.brandCode,
      hasTokens: sql<boolean>`${clubConnection.sealed} is not null`,
      refusedAt: clubConnection.refusedAt,
    })
    .from(clubConnection)
  if (!connection?.hasTokens) {
    return { brandCode: connection?.brandCode ?? '', refusal: '会員管理システムに接続していません。' }
  }
  const { brandCode } = connection
  if (connection.refusedAt) return { brandCode, refusal: reconnectSentence }
  const [mapped] = await tx
    .select({ id: clubStudio.theirId })
    .from(clubStudio)
    .where(and(eq(clubStudio.brandCode, brandCode), eq(clubStudio.choice, 'shop')))
    .limit(1)
  if (!mapped) return { brandCode, refusal: 'スタジオの対応付けを先に保存してください。' }
  return { brandCode, refusal: (await needsChoice(tx, brandCode)) ? chooseFirst : null }
}

/** Days that runs by day are kept. */
const dayRunsKept = 7

/** Forgets runs by day of last week. */
export async function forgetOldDayRuns(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from sync_run
    where kind = 'day' and ended_at < ${now.toISOString()}::timestamptz - make_interval(days => ${dayRunsKept})`)
}

export type RunRow = typeof syncRun.$inferSelect
export type PartRow = typeof syncPart.$inferSelect

/** States of a resource that was read to its end; `partial`: some rows could not be read or written. */
export const readStates = ['done', 'partial'] as const
export const isRead = ({ state }: Pick<PartRow, 'state'>) => state === 'done' || state === 'partial'

/** The id of a run that waits for a process; null: none. */
export async function waitingRun(db: Db, now: Date): Promise<string | null> {
  const [found] = await db
    .select({ id: syncRun.id })
    .from(syncRun)
    .where(and(inArray(syncRun.state, ['running', 'stopping']), isFree(now)))
  return found?.id ?? null
}

const isFree = (now: Date) => or(isNull(syncRun.leaseUntil), lt(syncRun.leaseUntil, now))

/** Takes the lease of a run; null where another process holds it, or the run is over. */
export async function takeUp(tx: Db, id: string, now: Date): Promise<RunRow | null> {
  const [run] = await tx
    .update(syncRun)
    .set({ leaseUntil: leaseFrom(now), leaseNo: sql`${syncRun.leaseNo} + 1` })
    .where(and(eq(syncRun.id, id), inArray(syncRun.state, ['running', 'stopping']), isFree(now)))
    .returning()
  if (!run) return null
  // After a break the reading cannot show what is missing.
  await tx
    .update(syncPart)
    .set({ isUnbroken: false })
    .where(
      and(
        eq(syncPart.runId, id),
        eq(syncPart.state, 'running'),
        sql`(${syncPart.page}, ${syncPart.pass}, ${syncPart.listNo}) <> (1, 1, 0)`,
      ),
    )
  return run
}

/** Changes the run where this process holds it, and returns its state; null where another process holds it. */
export async function changeRun(
  tx: Db,
  { id, leaseNo }: RunRow,
  set: Partial<typeof syncRun.$inferInsert>,
): Promise<RunRow['state'] | null> {
  const [held] = await tx
    .update(syncRun)
    .set(set)
    .where(and(eq(syncRun.id, id), eq(syncRun.leaseNo, leaseNo), inArray(syncRun.state, ['running', 'stopping'])))
    .returning({ state: syncRun.state })
  return held?.state ?? null
}
