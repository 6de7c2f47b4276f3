import { forgetOldDays, oldestDay } from './daily-logs/retention.ts'
import { publishWeeks } from './daily-logs/weeks.ts'
import type { Database, Db } from './db/client.ts'
import { oneAtATime } from './db/one-at-a-time.ts'
import { forgetOldCounts } from './db/rate-count.ts'
import { auditHead } from './db/schema/identity.ts'
import { forgetOldSteps } from './db/step-attempts.ts'
import { forgetOldExports } from './export/parts.ts'
import { checkMonthly } from './figures/monthly-check.ts'
import { forgetOldAnswers } from './http/idempotency.ts'
import { forgetOldAttempts, forgetOldDevices } from './identity/login-lock.ts'
import { forgetOldSessions } from './identity/session.ts'
import { forgetOldTickets } from './identity/sign-in-ticket.ts'
import { forgetOldFiles } from './import/files.ts'
import { forgetJoinedPlans } from './import/join-plan.ts'
import { type Sealing, UnknownKeyError } from './lib/sealing.ts'
import { judgeAhead } from './mail/digest.ts'
import type { Log } from './process/log.ts'
import { removeUnnamedPictures } from './resources/image/unnamed.ts'
import type { Storage } from './storage/storage.ts'
import { forgetOldWebhooks } from './sync/inbox.ts'
import { forgetOldRows } from './sync/kept-rows.ts'
import { forgetMergedRows } from './sync/merge/hold.ts'
import { forgetOldDayRuns } from './sync/runs.ts'

export interface Tidied {
  database: Database
  storage: Storage
  log: Log
  sealing: Sealing
}

/**
 * Hourly maintenance: deletes what is no longer needed, judges the last week ahead, and once a month checks the rollups.
 * By one of several processes at a time: a week that two publish one after the other would tell them apart.
 */
export const tidy = (tidied: Tidied, now: Date, stopping: AbortSignal): Promise<void> =>
  oneAtATime(tidied.database, 'tidy', () => tidyOnce(tidied, now, stopping)).catch((error) => {
    if (!stopping.aborted) tidied.log.failure({ requestId: 'tidy', route: 'tidy', error })
  })

async function tidyOnce({ database, storage, log, sealing }: Tidied, now: Date, stopping: AbortSignal): Promise<void> {
  const { db } = database
  const failed = (error: unknown) => {
    if (!stopping.aborted) log.failure({ requestId: 'tidy', route: 'tidy', error })
  }
  // A failing step does not stop the others: expired health data is deleted even if the pictures' folder fails.
  const done = async (step: () => Promise<unknown>) => {
    if (!stopping.aborted) await step().catch(failed)
  }
  const mayWrite = await database.hasRoom().catch((error) => {
    failed(error)
    return false
  })
  const forgetting = [
    forgetOldFiles,
    forgetOldSteps,
    forgetOldExports,
    forgetOldAnswers,
    forgetOldSessions,
    forgetOldTickets,
    forgetOldAttempts,
    forgetOldDevices,
    forgetOldCounts,
    forgetOldRows,
    forgetMergedRows,
    forgetJoinedPlans,
    forgetOldDayRuns,
    forgetOldWebhooks,
  ]
  for (const forget of mayWrite ? forgetting : []) await done(() => forget(db, now))
  await done(async () => {
    const removed = await removeUnnamedPictures(db, storage, now)
    if (removed > 0) log.event({ event: 'pictures', detail: `${removed} removed` })
  })
  await done(() => judgeAhead(db, now))
  if (!mayWrite) return
  await done(() => forgetOldDays(db, now))
  await done(async () => {
    const published = await publishWeeks(db, sealing, now, oldestDay(now), failedToPublish)
    if (published > 0) log.event({ event: 'daily_logs', detail: `${published} weeks published` })
  })
  await done(() => checkMonthly(database, now, log, stopping))
  await done(() => logAuditHead(db, log))
  // PGlite has no automatic checkpoint: its log, and with it the recovery after a crash, would grow until it is closed.
  if (database.kind === 'pglite') await done(() => database.exec('checkpoint'))

  function failedToPublish(error: unknown) {
    if (error instanceof UnknownKeyError) log.event({ event: 'daily_log_key', detail: error.keyId, level: 'error' })
    else failed(error)
  }
}

/**
 * Writes the head of the audit log to the process log hourly: whoever can truncate one may not be able to change the
 * other.
 */
async function logAuditHead(db: Db, log: Log) {
  const [head] = await db.select().from(auditHead)
  if (head) log.event({ event: 'audit', detail: `${head.seq} ${head.hash}` })
}
