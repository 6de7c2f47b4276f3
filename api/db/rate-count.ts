import { lt } from 'drizzle-orm'
import { type RateLimiterAbstract, RateLimiterDrizzle, RateLimiterMemory } from 'rate-limiter-flexible'
import type { Database, Db } from './client.ts'
import { rateCount } from './schema/identity.ts'

interface Limit {
  /** What is limited. */
  name: string
  points: number
  /** In seconds. */
  duration: number
}

/**
 * Counts that all processes of a database share, a write each: for what protects a secret, and for what another server
 * takes of us. The embedded database has one process, so they stay in its memory.
 */
export function sharedLimiter({ kind, db }: Pick<Database, 'kind' | 'db'>, limit: Limit): RateLimiterAbstract {
  const { name, points, duration } = limit
  if (kind === 'pglite') return new RateLimiterMemory({ keyPrefix: name, points, duration })
  return new RateLimiterDrizzle({
    storeClient: db,
    schema: rateCount,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration,
    // Beyond the limit a flood writes nothing.
    inMemoryBlockOnConsumed: points,
  })
}

/** Deletes counts whose time is over. */
export async function forgetOldCounts(db: Db, now: Date): Promise<void> {
  await db.delete(rateCount).where(lt(rateCount.expire, now))
}
