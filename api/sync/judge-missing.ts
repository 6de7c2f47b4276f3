import { sql } from 'drizzle-orm'
import type { MissingKind } from '#contract/words/missing-member.ts'
import type { Db } from '../db/client.ts'
import { syncPart } from '../db/schema/club-sync.ts'
import {
  askFor,
  closeFew,
  confirmGone,
  leaveToPeople,
  membersToAsk,
  mostLookups,
  presentMembers,
  putOff,
  returnMoved,
} from './missing-members.ts'
import type { Syncing } from './run.ts'
import type { RunRow } from './runs.ts'
import { writePage } from './write-page.ts'

interface Judging extends Pick<Syncing, 'database' | 'ask' | 'readRow' | 'sealing' | 'clock'> {
  row: RunRow
}

/** A step of the run, with what changes in the part of its members. */
type Step = (work: (tx: Db) => Promise<Partial<typeof syncPart.$inferInsert>>) => Promise<void>

/**
 * Looks up missing members by number, then closes those who are gone where few of a shop are missing, and leaves the
 * others to a person. A run that was stopped here goes on with the members that it has not looked up.
 */
export async function judgeMissing(judging: Judging, step: Step): Promise<void> {
  await askForMissing(judging, step)
  await closeOrLeave(judging, step, { kind: 'missing', resource: 'members' })
}

/**
 * Closes members who have moved to a studio that is left out, where few of a shop have; leaves the others to a person.
 * Members of a studio that is no longer left out return.
 */
export async function judgeMoved(judging: Judging, step: Step): Promise<void> {
  const { row, clock } = judging
  const unchanged = { resource: 'contracts' } as const
  await step(async (tx) => {
    await returnMoved(tx, row.brandCode, clock())
    return unchanged
  })
  await closeOrLeave(judging, step, { kind: 'moved', ...unchanged })
}

async function closeOrLeave(
  { row, clock }: Judging,
  step: Step,
  { kind, resource }: { kind: MissingKind; resource: 'members' | 'contracts' },
) {
  const of = () => ({ kind, brandCode: row.brandCode, runId: row.id, now: clock() })
  await step(async (tx) => {
    await leaveToPeople(tx, of())
    return { resource }
  })
  for (let closed = 1; closed > 0; ) {
    await step(async (tx) => {
      closed = await closeFew(tx, of())
      return { resource }
    })
  }
}

async function askForMissing({ row, database, ask, readRow, sealing, clock }: Judging, step: Step) {
  const { brandCode, id: runId } = row
  const tried: string[] = []
  while (tried.length < mostLookups) {
    const ids = await membersToAsk(database.db, brandCode, tried)
    if (ids.length === 0) return
    tried.push(...ids)
    const present = await presentMembers(database.db, brandCode)
    const lookup = await askFor((work) => ask(brandCode, work), present, ids)
    await step(async (tx) => {
      const now = clock()
      if (lookup.found.length > 0) {
        await writePage(tx, { brandCode, readRow, sealing, now }, 'members', runId, lookup.found)
      }
      await confirmGone(tx, brandCode, lookup.gone, now)
      await putOff(tx, brandCode, lookup.failed, now)
      return {
        calls: sql`${syncPart.calls} + ${lookup.calls}` as unknown as number,
        ...(lookup.failure && { sentence: `消えた会員を確認できませんでした。${lookup.failure.sentence}` }),
      }
    })
    if (lookup.isOver) return
  }
}
