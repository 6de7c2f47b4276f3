import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, PgBoss } from 'pg-boss'
import type { Database, Db } from './db/client.ts'
import type { Log } from './log.ts'

/** What is done after the answer, each kind with what it needs to know: no secrets, for they would be kept. */
export interface JobKinds {
  mail: { kind: 'invitation'; invitationId: string } | { kind: 'passwordReset'; email: string }
}

export interface Jobs {
  /** Before a transaction that adds one: the embedded database has one connection. */
  ready(): Promise<void>
  /** Adds a job in the caller's transaction: it is done if, and only if, that commits. */
  add<K extends keyof JobKinds>(tx: Db, kind: K, data: JobKinds[K]): Promise<void>
  /** Does jobs of a kind in this process, one at a time, and again later what failed. */
  work<K extends keyof JobKinds>(kind: K, perform: (data: JobKinds[K]) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Again after 2 seconds, and each time twice as long up to half an hour: a day and a half in all. */
const retries = { retryLimit: 80, retryDelay: 2, retryBackoff: true, retryDelayMax: 1800 }
/** A done job is kept for a day, and says nothing of anybody after that. */
const kept = { deleteAfterSeconds: 24 * 3600, retentionSeconds: 14 * 24 * 3600 }
const kinds: (keyof JobKinds)[] = ['mail']

/** Jobs in the same database, by pg-boss; begun when the first one is added or worked on (decision 0040). */
export function createJobs(database: Database, log: Pick<Log, 'failure'>): Jobs {
  const boss = new PgBoss({
    db: database.forJobs as never,
    ...(database.kind === 'pglite' && { backend: 'pglite' as never }),
    schedule: false,
  })
  boss.on('error', (error) => log.failure({ requestId: 'jobs', route: 'jobs', error }))
  let started: Promise<void> | undefined

  async function start() {
    await boss.start()
    for (const kind of kinds) await boss.createQueue(kind, { ...retries, ...kept })
    // The app's role adds jobs in its own transactions; it neither reads nor changes any.
    await database.exec(`grant usage on schema pgboss to karada_app;
      grant select, insert on all tables in schema pgboss to karada_app`)
  }
  const ready = () => {
    // A start that failed is tried again by the next one who needs it.
    started ??= start().catch((error) => {
      started = undefined
      throw error
    })
    return started
  }

  return {
    ready,
    add: async (tx, kind, data) => {
      await boss.send(kind, data, { db: fromDrizzle(tx as never, sql) as never })
    },
    work: async (kind, perform) => {
      await ready()
      await boss.work(kind, { pollingIntervalSeconds: 1 }, async (jobs: Job<JobKinds[typeof kind]>[]) => {
        for (const { data } of jobs) await perform(data)
      })
    },
    stop: async () => {
      if (!started) return
      await started.catch(() => {})
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
