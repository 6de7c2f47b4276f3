import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'

/** The time that a step aims at: other writers of rollups wait for it, on the embedded database all requests do. */
const aimedMilliseconds = 150
/** How many at least and at most: members of visits, list and moves, shops of a month's sums. */
const limits = {
  visits: [50, 5000],
  list: [50, 5000],
  moves: [50, 5000],
  month: [1, 200],
  sales: [1, 200],
  classes: [1, 200],
} as const
type Sizes = Record<keyof typeof limits, number>
/** Each kind has its own size: a member's row of the list costs a hundredth of a member's visits. */
const firstSizes: Sizes = { visits: 50, list: 500, moves: 500, month: 1, sales: 1, classes: 1 }

/** What a step did. */
interface Step {
  what: keyof Sizes | 'chain'
  /** YYYY-MM-01; null of members. */
  month: string | null
}

interface Counting {
  /** Called after each step. */
  onStep?: (step: Step) => void
  stopping?: AbortSignal | undefined
}

/**
 * Counts what bulk writers left for later (`count_later`, decision 0069), newest month first, until nothing is left;
 * several processes take turns. Each step is a transaction: a process that is killed loses one at most. Returns early
 * when `stopping` is aborted.
 */
export async function countLater(database: Database, { onStep = () => {}, stopping }: Counting = {}): Promise<void> {
  const sizes = { ...firstSizes }
  while (!stopping?.aborted) {
    const begun = performance.now()
    const step = await countStep(database.db, sizes)
    if (!step) return
    onStep(step)
    const took = performance.now() - begun
    if (step.what !== 'chain') sizes[step.what] = resized(sizes[step.what], took, limits[step.what])
    // The embedded database has one connection: half of the time is everybody else's. On PostgreSQL whoever waits for
    // the lock has it before the next step.
    if (database.kind === 'pglite') await setTimeout(took, undefined, { signal: stopping }).catch(() => {})
  }
}

const resized = (size: number, took: number, [least, most]: readonly [number, number]) => {
  if (took > aimedMilliseconds * 1.5) return Math.max(least, Math.floor(size / 2))
  return took < aimedMilliseconds / 2 ? Math.min(most, size * 2) : size
}

async function countStep(db: Db, sizes: Sizes): Promise<Step | null> {
  const { rows } = await db.execute<{ what: Step['what'] | null; month: string | null }>(
    sql`select what, to_char(month, 'YYYY-MM-DD') as month from count_step(${JSON.stringify(sizes)}::jsonb)`,
  )
  const { what = null, month = null } = rows[0] ?? {}
  return what && { what, month }
}

/** The number of months that are still to be counted. */
export async function monthsLeft(db: Db): Promise<number> {
  const { rows } = await db.execute<{ months: number }>(
    sql`select count(distinct month)::integer as months from rollup_later`,
  )
  return rows[0]?.months ?? 0
}

/** Whether figures or members' rows of the list are still to be counted. */
export async function isAnythingLeft(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ left: boolean }>(
    sql`select exists (select from rollup_later) or exists (select from member_later)
      or exists (select from sales_later)
      or exists (select from visit_class_due) as left`,
  )
  return rows[0]?.left ?? false
}

/** How often to look for work: a bulk writer may be another process. */
const lookedForEvery = 1000

/** Counts in the background what is left for later, as soon as there is anything, until it is stopped. */
export function keepCounting(database: Database, failed: (error: unknown) => void): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (await database.hasRoom()) await countLater(database, { stopping: stopping.signal })
      } catch (error) {
        failed(error)
        await setTimeout(30_000, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      }
      await setTimeout(lookedForEvery, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
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
