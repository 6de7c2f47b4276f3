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
  mostAsked,
  presentMembers,
  putOff,
  returnMoved,
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
 * to a person. A run that was stopped here goes on with the members that it has not looked up.
 */
export async function judgeMissing(judging: Judging, step: Step): Promise<void> {
  await askForMissing(judging, step)
  await closeOrLeave(judging, step, { kind: 'missing', resource: 'members' })
}

/**
 * Who has moved to a studio that is left out: closed where few of a shop have, else left to a person, as who is missing. A
 * studio that is an answer's or nobody's again gives its members back.
 */
export async function judgeMoved(judging: Judging, step: Step): Promise<void> {
  const { run, clock } = judging
  const unchanged = { resource: 'contracts' } as const
  await step(async (tx) => {
    await returnMoved(tx, run.brandCode, clock())
    return unchanged
  })
  await closeOrLeave(judging, step, { kind: 'moved', ...unchanged })
}

async function closeOrLeave(
  { run, clock }: Judging,
  step: Step,
  { kind, resource }: { kind: MissingKind; resource: 'members' | 'contracts' },
) {
  const of = () => ({ kind, brandCode: run.brandCode, runId: run.id, now: clock() })
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

async function askForMissing({ run, database, ask, readRow, sealing, clock }: Judging, step: Step) {
  const { brandCode, id: runId } = run
  const tried: string[] = []
  while (tried.length < mostAsked) {
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
