import { forgetOldDays, oldestDay } from './daily-logs/retention.ts'
import type { Sealing } from './daily-logs/sealing.ts'
import { tellWeeks } from './daily-logs/weeks.ts'
import type { Database, Db } from './db/client.ts'
import { auditHead } from './db/schema/identity.ts'
import { checkMonthly } from './figures/monthly-check.ts'
import { forgetOldAnswers } from './http/idempotency.ts'
import { forgetOldAttempts, forgetOldDevices } from './identity/login-lock.ts'
import { forgetOldSessions } from './identity/session.ts'
import { forgetOldTickets } from './identity/sign-in-ticket.ts'
import type { Log } from './log.ts'
import { removeUnnamedPictures } from './resources/image/unnamed.ts'
import type { Storage } from './storage/storage.ts'

export interface Tidied {
  database: Database
  storage: Storage
  log: Log
  sealing: Sealing
}

/** What is done once an hour: removes what nobody needs any more, and once a month checks the rollups against the facts. */
export async function tidy(
  { database, storage, log, sealing }: Tidied,
  now: Date,
  stopping: AbortSignal,
): Promise<void> {
  const { db } = database
  try {
    const mayWrite = await database.hasRoom()
    const forgetting = [forgetOldAnswers, forgetOldSessions, forgetOldTickets, forgetOldAttempts, forgetOldDevices]
    for (const forget of mayWrite ? forgetting : []) await forget(db, now)
    const removed = await removeUnnamedPictures(db, storage, now)
    if (removed > 0) log.event({ event: 'pictures', detail: `${removed} removed` })
    if (!mayWrite) return
    await forgetOldDays(db, now)
    const told = await tellWeeks(db, sealing, now, oldestDay(now))
    if (told > 0) log.event({ event: 'daily_logs', detail: `${told} weeks told` })
    await checkMonthly(database, now, log, stopping)
    await tellAuditHead(db, log)
    // PGlite has nothing that does it by itself: its log would grow, and the way back from a crash, until it is closed.
    if (database.kind === 'pglite') await database.exec('checkpoint')
  } catch (error) {
    if (!stopping.aborted) log.failure({ requestId: 'tidy', route: 'tidy', error })
  }
}

/** Where the audit log ends, once an hour in the log too: who can shorten the one has not shortened the other. */
async function tellAuditHead(db: Db, log: Log) {
  const [head] = await db.select().from(auditHead)
  if (head) log.event({ event: 'audit', detail: `${head.seq} ${head.hash}` })
}
