import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, PgBoss } from 'pg-boss'
import type { ChosenKind } from '#contract/words/chosen-value.ts'
import type { DigestRhythm } from '#contract/words/digest.ts'
import type { Database, Db } from '../db/client.ts'
import { pagesOf } from '../lib/pages.ts'
import type { Log } from '../process/log.ts'
import type { MailContent } from './content.ts'

/** Work after the answer, by kind with its parameters: no secrets, because they are stored. */
export interface JobKinds {
  mail:
    | { kind: 'invitation'; invitationId: string }
    /** A new address, a password that somebody else has set, or a reset that a colleague sends. */
    | { kind: 'proof'; invitationId: string }
    | AddressNoticeJob
    | { kind: 'passwordReset'; email: string }
    | TestMailJob
    | HealthAccessJob
    | MailStoppedJob
    | ConsentLinkJob
    | SyncTroubleJob
    | DigestJob
  /** One letter of a mail to members. */
  letter: { recipientId: string }
  /** Values that a person chose go back to the club system's. */
  letGo: { kind: ChosenKind; ids: number[]; names: string[] | null }
  /** Doubles of データ健康診断 become one, or two again, as the state of their merge says. */
  doubles: { key: string }
  /** The contracts of a plan follow whether it is joined with another. */
  joinPlan: { planId: string }
  /** The step that the state of a file names. */
  import: { importId: string }
  /** Everything that is the club's, as a file. */
  export: { exportId: string }
}

/** Tells the present address that it is to be replaced. */
export interface AddressNoticeJob {
  kind: 'addressNotice'
  displayName: string
  to: string
  next: string
}

/** A test mail to its author's own address. */
export interface TestMailJob extends MailContent {
  kind: 'test'
  staffId: string
  /** The member whose values fill the variables; null: sample values. */
  memberId: string | null
}

/** Notifies an admin that somebody looked at the health data of many members on a day, or was assigned many. */
export interface HealthAccessJob {
  kind: 'healthAccess' | 'manyAssigned'
  adminId: string
  /** Who looked, or the trainer. */
  staffId: string
  /** YYYY-MM-DD in Tokyo. */
  date: string
}

/** The link by which a member consents to mail themselves. */
export interface ConsentLinkJob {
  kind: 'consentLink'
  linkId: string
}

/** Tells the sender that the mail server refused their mail. */
export interface MailStoppedJob {
  kind: 'mailStopped'
  mailId: string
}

/** Tells an admin that a run of the club system failed, that members are missing there, or that nothing has come. */
export interface SyncTroubleJob {
  kind: 'syncFailed' | 'syncPartial' | 'syncSilent' | 'membersMissing'
  adminId: string
  /** Of the run, for staff; of missing members how many. */
  sentence: string
}

/** 月曜の一枚 of the week or month that was over on `day` (YYYY-MM-DD in Tokyo). */
export interface DigestJob {
  kind: 'digest'
  staffId: string
  rhythm: DigestRhythm
  day: string
  /** Sent even where nothing is beyond chance. */
  isAskedFor?: true
  /** First day of the first week or month since the last page whose page could not be written. */
  missedSince?: string
}

export interface Jobs {
  /** Call before a transaction that adds a job: the embedded database has one connection. */
  ready(): Promise<void>
  /** Adds a job in the caller's transaction, so that it runs only if that commits. `who`: whose it is. */
  add<K extends keyof JobKinds>(tx: Db, kind: K, data: JobKinds[K], who?: string): Promise<void>
  /** Adds many jobs, which start after so many seconds; a lower priority than 0 lets later ones pass. */
  addAll<K extends keyof JobKinds>(
    tx: Db,
    kind: K,
    all: readonly JobKinds[K][],
    startAfter: number,
    priority?: number,
  ): Promise<void>
  /**
   * Runs jobs of a kind in this process, `atOnce` (one) at a time, of the same person one, and retries failed ones later.
   */
  work<K extends keyof JobKinds>(kind: K, perform: (data: JobKinds[K]) => Promise<void>, atOnce?: number): Promise<void>
  /** Runs jobs in large numbers: up to `atOnce` are fetched together, without a pause in between. */
  workInBatches<K extends keyof JobKinds>(
    kind: K,
    atOnce: number,
    perform: (data: JobKinds[K][]) => Promise<void>,
  ): Promise<void>
  stop(): Promise<void>
}

/** Retries after 2 seconds, doubled each time up to half an hour: for a day and a half in all. */
const retries = { retryLimit: 80, retryDelay: 2, retryBackoff: true, retryDelayMax: 1800 }
/** A finished job is kept for a day; it contains no personal data after that. */
const kept = { deleteAfterSeconds: 24 * 3600, retentionSeconds: 14 * 24 * 3600 }
/** Only failures of this process are retried by the queue; for letters the postman decides. */
const letterRetries = { ...retries, retryDelay: 1 }
/** Another process takes a letter over after half a minute without a heartbeat, and in any case after ten minutes. */
const letterLifetime = { heartbeatSeconds: 30, expireInSeconds: 600 }
/** Another process begins a step of an import, or an export, again, half a minute after the one that did it died. */
const importRetries = { retryLimit: 5, retryDelay: 1, heartbeatSeconds: 30, expireInSeconds: 1800 }
/** How often jobs of a dead process are looked for (seconds). */
const superviseIntervalSeconds = 20
/** Rows per insert statement. */
const addedAtOnce = 2_000

/** Jobs in the same database, by pg-boss; started when the first one is added or worked on (decision 0040). */
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
    await boss.createQueue('import', { ...importRetries, ...kept })
    await boss.createQueue('letGo', { ...importRetries, ...kept })
    await boss.createQueue('doubles', { ...importRetries, ...kept })
    await boss.createQueue('joinPlan', { ...importRetries, ...kept })
    await boss.createQueue('export', { ...importRetries, ...kept })
    await boss.createQueue('letter', { ...letterRetries, ...letterLifetime, ...kept })
    // The app's role adds jobs in its own transactions; it can neither read nor change any.
    await database.exec(`grant usage on schema pgboss to karada_app;
      grant select, insert on all tables in schema pgboss to karada_app`)
  }
  const ready = () => {
    // A failed start is retried by the next caller.
    started ??= start().catch((error) => {
      started = undefined
      throw error
    })
    return started
  }

  return {
    ready,
    add: async (tx, kind, data, who) => {
      const group = who === undefined ? {} : { group: { id: who } }
      await boss.send(kind, data, { ...group, db: fromDrizzle(tx as never, sql) as never })
    },
    addAll: async (tx, kind, all, startAfter, priority = 0) => {
      const db = fromDrizzle(tx as never, sql) as never
      for (const page of pagesOf(all, addedAtOnce)) {
        const some = page.map((data) => ({ data, startAfter, priority }))
        await boss.insert(kind, some, { db })
      }
    },
    work: async (kind, perform, atOnce = 1) => {
      await ready()
      const turns = atOnce > 1 && { localConcurrency: atOnce, localGroupConcurrency: 1 }
      await boss.work(kind, { pollingIntervalSeconds: 1, ...turns }, async (jobs: Job<JobKinds[typeof kind]>[]) => {
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
