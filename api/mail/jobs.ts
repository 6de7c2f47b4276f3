import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, PgBoss } from 'pg-boss'
import type { Database, Db } from '../db/client.ts'
import type { Log } from '../process/log.ts'
import type { MailContent } from './content.ts'

/** What is done after the answer, each kind with what it needs to know: no secrets, for they would be kept. */
export interface JobKinds {
  mail:
    | { kind: 'invitation'; invitationId: string }
    | { kind: 'passwordReset'; email: string }
    | TestMailJob
    | HealthAccessJob
  /** One letter of a mail to members. */
  letter: { recipientId: string }
}

/** A mail as its author wants to see it, to their own address. */
export interface TestMailJob extends MailContent {
  kind: 'test'
  staffId: string
  /** Whose values stand in the variables; null: made-up ones. */
  memberId: string | null
}

/** Tells an admin that somebody looked at the health data of many members on a day. */
export interface HealthAccessJob {
  kind: 'healthAccess'
  adminId: string
  /** Who looked. */
  staffId: string
  /** YYYY-MM-DD in Tokyo. */
  date: string
}

export interface Jobs {
  /** Before a transaction that adds one: the embedded database has one connection. */
  ready(): Promise<void>
  /** Adds a job in the caller's transaction: it is done if, and only if, that commits. */
  add<K extends keyof JobKinds>(tx: Db, kind: K, data: JobKinds[K]): Promise<void>
  /** The same for many, which begin after so many seconds. */
  addAll<K extends keyof JobKinds>(tx: Db, kind: K, all: readonly JobKinds[K][], startAfter: number): Promise<void>
  /** Does jobs of a kind in this process, one at a time, and again later what failed. */
  work<K extends keyof JobKinds>(kind: K, perform: (data: JobKinds[K]) => Promise<void>): Promise<void>
  /** The same for jobs that come by the thousand: up to `atOnce` are handed over together, and the next ones at once. */
  workInBatches<K extends keyof JobKinds>(
    kind: K,
    atOnce: number,
    perform: (data: JobKinds[K][]) => Promise<void>,
  ): Promise<void>
  stop(): Promise<void>
}

/** Again after 2 seconds, and each time twice as long up to half an hour: a day and a half in all. */
const retries = { retryLimit: 80, retryDelay: 2, retryBackoff: true, retryDelayMax: 1800 }
/** A done job is kept for a day, and says nothing of anybody after that. */
const kept = { deleteAfterSeconds: 24 * 3600, retentionSeconds: 14 * 24 * 3600 }
/** Only what this process could not do is done again by itself; when a letter is tried again, the postman says. */
const letterRetries = { ...retries, retryDelay: 1 }
/** A letter is another's to send when its process has been silent for half a minute, and in any case after ten. */
const letterLifetime = { heartbeatSeconds: 30, expireInSeconds: 600 }
/** So often it is looked for what a dead process has left (seconds). */
const superviseIntervalSeconds = 20
/** So many rows are added with one statement. */
const addedAtOnce = 2_000

/** Jobs in the same database, by pg-boss; begun when the first one is added or worked on (decision 0040). */
export function createJobs(database: Database, log: Pick<Log, 'failure'>): Jobs {
  const boss = new PgBoss({
    db: database.forJobs as never,
    ...(database.kind === 'pglite' && { backend: 'pglite' as never }),
    schedule: false,
    superviseIntervalSeconds,
  })
  boss.on('error', (error) => log.failure({ requestId: 'jobs', route: 'jobs', error }))
  let started: Promise<void> | undefined

  async function start() {
    await boss.start()
    await boss.createQueue('mail', { ...retries, ...kept })
    await boss.createQueue('letter', { ...letterRetries, ...letterLifetime, ...kept })
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
    addAll: async (tx, kind, all, startAfter) => {
      const db = fromDrizzle(tx as never, sql) as never
      for (let at = 0; at < all.length; at += addedAtOnce) {
        const some = all.slice(at, at + addedAtOnce).map((data) => ({ data, startAfter }))
        await boss.insert(kind, some, { db })
      }
    },
    work: async (kind, perform) => {
      await ready()
      await boss.work(kind, { pollingIntervalSeconds: 1 }, async (jobs: Job<JobKinds[typeof kind]>[]) => {
        for (const { data } of jobs) await perform(data)
      })
    },
    workInBatches: async (kind, atOnce, perform) => {
      await ready()
      const options = { batchSize: atOnce, pollingIntervalSeconds: 1, burstWhenBatchFull: true }
      await boss.work(kind, options, (jobs: Job<JobKinds[typeof kind]>[]) => perform(jobs.map(({ data }) => data)))
    },
    stop: async () => {
      if (!started) return
      await started.catch(() => {})
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
