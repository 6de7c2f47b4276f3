import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { syncPart } from '../db/schema/club-sync.ts'
import {
  askFor,
  closeFew,
  confirmGone,
  leaveToPeople,
  membersToAsk,
  mostAsked,
  presentMembers,
  putOff,
} from './missing-members.ts'
import type { Syncing } from './run.ts'
import type { RunRow } from './runs.ts'
import { writePage } from './write-page.ts'

interface Judging extends Pick<Syncing, 'database' | 'ask' | 'readRow' | 'sealing' | 'clock'> {
  run: RunRow
}

/** A step of the run, with what changes in the part of its members. */
type Step = (work: (tx: Db) => Promise<Partial<typeof syncPart.$inferInsert>>) => Promise<void>

/**
 * Asks for the members that are missing, then closes those who are gone where few of a shop are, and leaves the others
 * to a person. A run that was stopped here goes on with whom it has not asked for.
 */
export async function judgeMissing(judging: Judging, step: Step): Promise<void> {
  const { run, clock } = judging
  const { brandCode, id: runId } = run
  await askForMissing(judging, step)
  await step(async (tx) => {
    await leaveToPeople(tx, { brandCode, runId, now: clock() })
    return unchanged
  })
  for (let closed = 1; closed > 0; ) {
    await step(async (tx) => {
      closed = await closeFew(tx, { brandCode, runId, now: clock() })
      return unchanged
    })
  }
}

const unchanged = { resource: 'members' } as const

async function askForMissing({ run, database, ask, readRow, sealing, clock }: Judging, step: Step) {
  const { brandCode, id: runId } = run
  const tried: string[] = []
  while (tried.length < mostAsked) {
    const ids = await membersToAsk(database.db, brandCode, tried)
    if (ids.length === 0) return
    tried.push(...ids)
    const present = await presentMembers(database.db, brandCode)
    const asked = await askFor((work) => ask(brandCode, work), present, ids)
    await step(async (tx) => {
      const now = clock()
      if (asked.found.length > 0) {
        await writePage(tx, { brandCode, readRow, sealing, now }, 'members', runId, asked.found)
      }
      await confirmGone(tx, brandCode, asked.gone, now)
      await putOff(tx, brandCode, asked.failed, now)
      return {
        calls: sql`${syncPart.calls} + ${asked.calls}` as unknown as number,
        ...(asked.failure && { sentence: `消えた会員を確認できませんでした。${asked.failure.sentence}` }),
      }
    })
    if (asked.isOver) return
  }
}
