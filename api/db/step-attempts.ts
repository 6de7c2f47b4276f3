import { randomUUID } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { stepAttempt } from './schema/step-attempt.ts'

/** Whoever begins a step that another process has begun knows by this that the other one has ended. */
const thisProcess = randomUUID()
/** A step is begun again once: two processes have not ended by chance in the same one. */
const mostEnds = 2
const keptDays = 7

/** For staff, of a step that was given up. */
export const endedTwice = '処理中にサーバーが2回続けて止まったため、中止しました。データは変わっていません。'

/**
 * Performs a step of a job, named by what it is and where it begins, in a process that it might end. False: it has ended
 * two processes, and is not performed. However it ends here, and where this process is requested to stop, nothing of it
 * stays: only a process that ended by itself has left its row.
 */
export async function attemptStep(
  db: Db,
  { step, now, process = thisProcess }: { step: string; now: Date; process?: string | undefined },
  perform: () => Promise<void>,
): Promise<boolean> {
  const [begun] = await db
    .insert(stepAttempt)
    .values({ step, process, beganAt: now })
    .onConflictDoUpdate({
      target: stepAttempt.step,
      set: {
        ends: sql`${stepAttempt.ends} + (${stepAttempt.process} <> excluded.process)::integer`,
        process,
        beganAt: now,
      },
    })
    .returning({ ends: stepAttempt.ends })
  if (begun && begun.ends >= mostEnds) return false
  try {
    await perform()
  } finally {
    await db.delete(stepAttempt).where(eq(stepAttempt.step, step))
  }
  return true
}

/** Forgets steps that nobody begins again. */
export const forgetOldSteps = (db: Db, now: Date) =>
  db.delete(stepAttempt).where(lt(stepAttempt.beganAt, new Date(now.getTime() - keptDays * 86_400_000)))
