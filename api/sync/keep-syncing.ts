import { setTimeout } from 'node:timers/promises'
import { and, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { isApiError } from '#contract/errors.ts'
import type { Scoped } from '../context.ts'
import type { Database } from '../db/client.ts'
import { syncRun } from '../db/schema/club-sync.ts'
import { clubConnection } from '../db/schema/club-system.ts'
import { inScope } from '../db/scope.ts'
import { addDays } from '../figures/periods.ts'
import type { Sealing } from '../lib/sealing.ts'
import { tokyoDayOf, toTokyoDateTime } from '../lib/time.ts'
import type { Log } from '../process/log.ts'
import { ProviderFailure } from './club-system.ts'
import { withClubSystem } from './connection.ts'
import type { ClubSystemDriver } from './driver.ts'
import { followDecisions } from './follow-decisions.ts'
import { followHint } from './hints.ts'
import { followUndo, mergeIsDue } from './merge/steps.ts'
import { performRun, type Syncing } from './run.ts'
import { beginRun, isWhole, otherConnection, refusalOf, unfinished, waitingRun } from './runs.ts'

/** How often a process looks for runs that staff have begun, or that a dead process has left. */
const lookedForEvery = 2_000
const nightLookedForEvery = 60_000
/** A night that failed is tried again after a while: its beginning is when club systems are maintained. */
const againAfterMs = 30 * 60_000
const mostOfNight = 3
/** The time of the night's run, in Tokyo. */
const nightAt = '02:00:00+09:00'
const hourMs = 3_600_000
/** The first and the last hour, in Tokyo, in which today's bookings are read. */
const openHours = { from: 6, to: 23 } as const

export interface Keeping {
  database: Database
  driver: ClubSystemDriver
  sealing: Sealing
  clock: () => Date
  log: Pick<Log, 'failure' | 'event'>
}

/** What a run needs, with the tokens of the connection. */
export function syncingWith({ database, driver, sealing, clock, log }: Keeping, stopping?: AbortSignal): Syncing {
  const read = <T>(work: (scoped: Scoped) => Promise<T>) => inScope(database, { shops: 'all' }, 'read', work)
  const write = <T>(work: (scoped: Scoped) => Promise<T>) => inScope(database, { shops: 'all' }, 'write', work)
  return {
    ...{ database, readRow: driver.readRow, sealing, clock, log, stopping },
    ask: (brandCode, work) =>
      withClubSystem({ driver, sealing }, { read, write, now: clock() }, (system, brand) => {
        if (brand !== brandCode) throw new ProviderFailure('unauthorized', otherConnection)
        return work(system)
      }).catch((error) => {
        // Somebody has disconnected meanwhile.
        if (isApiError(error) && error.code === 'conflict') throw new ProviderFailure('unauthorized', error.message)
        throw error
      }),
  }
}

/** When the last night's run was due. */
export function nightBefore(now: Date): Date {
  const today = new Date(`${tokyoDayOf(now)}T${nightAt}`)
  return today <= now ? today : new Date(`${addDays(tokyoDayOf(now), -1)}T${nightAt}`)
}

/** Begins the run of the night where the club system is connected and no whole run has begun since it was due. */
export async function beginNight({ database, clock }: Pick<Keeping, 'database' | 'clock'>): Promise<boolean> {
  const now = clock()
  const since = nightBefore(now)
  const { db } = database
  const [connected] = await db
    .select({ brandCode: clubConnection.brandCode })
    .from(clubConnection)
    .where(and(isNotNull(clubConnection.sealed), isNull(clubConnection.refusedAt)))
  if (!connected) return false
  const [done] = await db
    .select({ id: syncRun.id })
    .from(syncRun)
    .where(
      or(
        and(
          isWhole,
          or(
            // A run that was begun before the night and ended in it has read the day before.
            and(gte(syncRun.beganAt, since), ne(syncRun.state, 'failed')),
            and(eq(syncRun.state, 'stopped'), gte(syncRun.endedAt, since)),
          ),
        ),
        // A run by day ends for it; a run of files is finished first.
        sql`${syncRun.state} in ('running', 'stopping') and ${syncRun.kind} <> 'day'`,
      ),
    )
    .limit(1)
  if (done) return false
  // The first run is for somebody to begin, once all studios are answered; of a night that fails there are three.
  const [first] = await db.select({ id: syncRun.id }).from(syncRun).where(isWhole).limit(1)
  const tried = await db
    .select({ endedAt: syncRun.endedAt })
    .from(syncRun)
    .where(and(gte(syncRun.beganAt, since), isWhole))
  const isTooSoon = tried.some(({ endedAt }) => endedAt && now.getTime() - endedAt.getTime() < againAfterMs)
  if (!first || tried.length >= mostOfNight || isTooSoon) return false
  return beginBy(database, 'night', now)
}

/**
 * Begins a run of today's lessons and bookings, once an hour while shops are open and after a run has come to its end.
 * While another one is not over there is none.
 */
export async function beginHour({ database, clock }: Pick<Keeping, 'database' | 'clock'>): Promise<boolean> {
  const now = clock()
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  const ofTokyo = Number(toTokyoDateTime(hour).slice(11, 13))
  if (ofTokyo < openHours.from || ofTokyo > openHours.to) return false
  const { rows } = await database.db.execute<{ due: boolean }>(sql`
    select exists (select from sync_run where ${isWhole} and state in ('done', 'partial'))
      and not exists (select from sync_run where began_at >= ${hour.toISOString()}::timestamptz)
      and not exists (select from sync_run where state in ('running', 'stopping', 'stopped')) as due`)
  return rows[0]?.due === true && beginBy(database, 'day', now)
}

/**
 * Begins what an answer about imported data has made due: the run that writes or takes back, or the first one once the
 * chosen imports are taken back.
 */
export async function beginMerge({ database, clock }: Pick<Keeping, 'database' | 'clock'>): Promise<boolean> {
  const { db } = database
  const [connected] = await db.select({ brandCode: clubConnection.brandCode }).from(clubConnection)
  if (!connected) return false
  if (await followUndo(db, connected.brandCode)) return beginBy(database, 'manual', clock())
  if (!(await mergeIsDue(db, connected.brandCode))) return false
  const [open] = await db.select({ id: syncRun.id }).from(syncRun).where(inArray(syncRun.state, unfinished)).limit(1)
  return !open && beginBy(database, 'merge', clock())
}

function beginBy(
  { db }: Pick<Database, 'db'>,
  kind: 'manual' | 'night' | 'day' | 'merge',
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { brandCode, refusal } = await refusalOf(tx)
    if (refusal !== null) return false
    await beginRun(tx, { brandCode, kind, staffId: null, now })
    return true
  })
}

/** Works on runs in the background, begins those of the night and of the day, until it is stopped. */
export function keepSyncing(keeping: Keeping): Kept {
  const { database, clock } = keeping
  let night = 0
  return keepDoing(keeping, async (stopping) => {
    if (clock().getTime() - night >= nightLookedForEvery) {
      night = clock().getTime()
      ;(await beginNight(keeping)) || (await beginHour(keeping))
    }
    await beginMerge(keeping)
    const run = await waitingRun(database.db, clock())
    if (run) await performRun(syncingWith(keeping, stopping), run)
  })
}

/** Asks in the background for what webhooks tell of and what was decided, also while a run goes on, until it is stopped. */
export const keepFollowing = (keeping: Keeping): Kept =>
  keepDoing(keeping, async (stopping) => {
    const syncing = syncingWith(keeping, stopping)
    while (!stopping.aborted && ((await followDecisions(syncing)) || (await followHint(syncing))));
  })

interface Kept {
  stop(): Promise<void>
}

function keepDoing({ log }: Keeping, step: (stopping: AbortSignal) => Promise<void>): Kept {
  const stopping = new AbortController()
  const wait = (ms: number) => setTimeout(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  const failed = (error: unknown) => log.failure({ requestId: 'sync', route: 'sync', error })
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        await step(stopping.signal)
      } catch (error) {
        failed(error)
        await wait(30_000)
      }
      await wait(lookedForEvery)
    }
  }
  const working = work()
  return {
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}
