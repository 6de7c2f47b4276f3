import { createHash } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import type { Db } from '../db/client.ts'
import { loginAttempt } from '../db/schema/identity.ts'

const freeFailures = 5
const longestLockSeconds = 15 * 60

/** The address itself is not stored: an account that does not exist has a lock too. */
const keyOf = (email: string) => createHash('sha256').update(`login:${email}`).digest('base64url')

/**
 * Counts an attempt as failed before the password is looked at, so that many at once cannot slip through; a success
 * clears it. The fifth in a row locks for 2 seconds, each one after for twice as long, up to 15 minutes; a day without
 * failures starts over. Throws 429 while locked.
 */
export async function countLoginAttempt(db: Db, email: string, now: Date): Promise<void> {
  const key = keyOf(email)
  const at = now.toISOString()
  const failures = sql`case when login_attempt.last_failed_at < ${at}::timestamptz - interval '1 day' then 1
    else login_attempt.failures + 1 end`
  const { rows } = (await db.execute(sql`
    insert into login_attempt (key, failures, last_failed_at) values (${key}, 1, ${at}::timestamptz)
    on conflict (key) do update set
      failures = ${failures},
      last_failed_at = ${at}::timestamptz,
      locked_until = case when ${failures} >= ${freeFailures}::integer then ${at}::timestamptz
        + make_interval(secs => least(${longestLockSeconds}::integer, 2 ^ least(20, ${failures} - ${freeFailures}::integer + 1))) end
    where login_attempt.locked_until is null or login_attempt.locked_until <= ${at}::timestamptz
    returning failures`)) as unknown as { rows: unknown[] }
  if (rows.length) return
  const [locked] = await db.select().from(loginAttempt).where(eq(loginAttempt.key, key))
  const left = ((locked?.lockedUntil ?? now).getTime() - now.getTime()) / 1000
  throw new ApiError('rate_limited', { retryAfter: Math.max(1, Math.ceil(left)) })
}

export async function clearLoginAttempts(db: Db, email: string): Promise<void> {
  await db.delete(loginAttempt).where(eq(loginAttempt.key, keyOf(email)))
}

/** Drops what no longer counts: a day without a failure starts over anyway. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(loginAttempt).where(lt(loginAttempt.lastFailedAt, new Date(now.getTime() - 24 * 3_600_000)))
}
