import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import type { Scoped } from '../context.ts'
import type { Db } from '../db/client.ts'
import { syncPart, syncRun } from '../db/schema/club-sync.ts'
import { resources } from './provider-rows.ts'

// The rows of runs: how one begins, is stopped and is taken up. One at most is not over.

const unfinished = ['running', 'stopping', 'stopped'] as const

/** A process that has not said for so long that it still works on a run is dead. */
const leaseMs = 5 * 60_000
export const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs)

interface Begin {
  brandCode: string
  kind: (typeof syncRun.$inferSelect)['kind']
  /** Null: by the clock. */
  staffId: string | null
  now: Date
}

/** Begins a run, or goes on with a stopped one. Refused while one runs. */
export async function beginRun(tx: Scoped | Db, { brandCode, kind, staffId, now }: Begin): Promise<string> {
  const [open] = await tx.select().from(syncRun).where(inArray(syncRun.state, unfinished)).for('update')
  if (open && open.state !== 'stopped')
    throw new ApiError('conflict', { message: '会員管理システムからの取得は実行中です。' })
  if (open && open.brandCode === brandCode) {
    await tx.update(syncRun).set({ state: 'running', leaseUntil: null }).where(eq(syncRun.id, open.id))
    return open.id
  }
  if (open)
    await tx
      .update(syncRun)
      .set({ state: 'failed', endedAt: now, sentence: otherConnection })
      .where(eq(syncRun.id, open.id))
  const [made] = await tx
    .insert(syncRun)
    .values({ brandCode, kind, state: 'running', requestedBy: staffId, beganAt: now })
    .returning({ id: syncRun.id })
  const runId = made?.id as string
  await tx.insert(syncPart).values(resources.map((resource) => ({ runId, resource, state: 'waiting' as const })))
  return runId
}

export const otherConnection = '接続先の会員管理システムが変わったため、中止しました。'

/** Asks a run to stop after its page; at once where no process works on it. False: none runs. */
export async function stopRun(tx: Scoped | Db, now: Date): Promise<boolean> {
  const [open] = await tx
    .select()
    .from(syncRun)
    .where(inArray(syncRun.state, ['running', 'stopping']))
    .for('update')
  if (!open) return false
  const isHeld = open.leaseUntil !== null && open.leaseUntil > now
  await tx
    .update(syncRun)
    .set({ state: isHeld ? 'stopping' : 'stopped' })
    .where(eq(syncRun.id, open.id))
  return true
}

export type RunRow = typeof syncRun.$inferSelect
export type PartRow = typeof syncPart.$inferSelect

/** The run that is to be worked on and that nobody works on. */
export async function waitingRun(db: Db, now: Date): Promise<string | null> {
  const [found] = await db
    .select({ id: syncRun.id })
    .from(syncRun)
    .where(and(inArray(syncRun.state, ['running', 'stopping']), isFree(now)))
  return found?.id ?? null
}

const isFree = (now: Date) => or(isNull(syncRun.leaseUntil), lt(syncRun.leaseUntil, now))

/** The run, ours to work on; null where another process does, or it is over. */
export async function takeUp(tx: Db, id: string, now: Date): Promise<RunRow | null> {
  const [run] = await tx
    .update(syncRun)
    .set({ leaseUntil: leaseFrom(now), leaseNo: sql`${syncRun.leaseNo} + 1` })
    .where(and(eq(syncRun.id, id), inArray(syncRun.state, ['running', 'stopping']), isFree(now)))
    .returning()
  if (!run) return null
  // What was read before the break cannot say what is missing since.
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

/** Changes the run while it is ours; its state, or null where it no longer is. */
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
