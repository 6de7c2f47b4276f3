import { createHash, randomBytes } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import type { Db } from '../db/client.ts'
import { loginAttempt, loginDevice } from '../db/schema/identity.ts'

const freeFailures = 5
const longestLockSeconds = 15 * 60

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
const deviceKey = (email: string, device: string) => digest(`device:${device}:${email}`)

/**
 * The lock that an attempt counts towards. A known browser of the account has a lock of its own, so that guessing
 * elsewhere cannot lock its owner out. The address is stored hashed: unknown accounts have a lock too.
 */
export async function lockOf(db: Db, email: string, device: string | undefined): Promise<string> {
  if (device !== undefined) {
    const key = deviceKey(email, device)
    const [known] = await db.select().from(loginDevice).where(eq(loginDevice.key, key))
    if (known) return key
  }
  return digest(`login:${email}`)
}

/** Remembers the browser of a sign-in; a browser without an id gets one. */
export async function rememberDevice(db: Db, email: string, given: string | undefined, now: Date): Promise<string> {
  const device = given ?? randomBytes(24).toString('base64url')
  await db
    .insert(loginDevice)
    .values({ key: deviceKey(email, device), lastUsedAt: now })
    .onConflictDoUpdate({ target: loginDevice.key, set: { lastUsedAt: now } })
  return device
}

/** Counts a password reset request, for known and unknown addresses alike; 429 as at the sign-in. */
export const countForgotten = (db: Db, email: string, now: Date) => countAttempt(db, digest(`forgotten:${email}`), now)

/** Deletes browsers unused for half a year. */
export async function forgetOldDevices(db: Db, now: Date): Promise<void> {
  await db.delete(loginDevice).where(lt(loginDevice.lastUsedAt, new Date(now.getTime() - 180 * 24 * 3_600_000)))
}

/**
 * Counts an attempt as failed before the password is checked, so that concurrent attempts cannot slip through; a
 * success resets it. The fifth in a row locks for 2 seconds, each one after for twice as long, up to 15 minutes; a day
 * without failures starts over. Returns the number in a row. Throws 429 while locked.
 */
export async function countAttempt(db: Db, key: string, now: Date): Promise<number> {
  const at = now.toISOString()
  const failures = sql`case when login_attempt.last_failed_at < ${at}::timestamptz - interval '1 day' then 1
    else login_attempt.failures + 1 end`
  const { rows } = await db.execute<{ failures: number }>(sql`
    insert into login_attempt (key, failures, last_failed_at) values (${key}, 1, ${at}::timestamptz)
    on conflict (key) do update set
      failures = ${failures},
      last_failed_at = ${at}::timestamptz,
      locked_until = case when ${failures} >= ${freeFailures}::integer then ${at}::timestamptz
        + make_interval(secs => least(${longestLockSeconds}::integer, 2 ^ least(20, ${failures} - ${freeFailures}::integer + 1))) end
    where login_attempt.locked_until is null or login_attempt.locked_until <= ${at}::timestamptz
    returning failures`)
  if (rows[0]) return rows[0].failures
  const [locked] = await db.select().from(loginAttempt).where(eq(loginAttempt.key, key))
  const left = ((locked?.lockedUntil ?? now).getTime() - now.getTime()) / 1000
  throw new ApiError('rate_limited', { retryAfter: Math.max(1, Math.ceil(left)) })
}

/** Counts failures at unknown addresses together. */
export async function countUnknownAddress(db: Db, now: Date): Promise<number> {
  const [row] = await db
    .insert(loginAttempt)
    .values({ key: 'unknown', failures: 1, lastFailedAt: now })
    .onConflictDoUpdate({
      target: loginAttempt.key,
      set: { failures: sql`${loginAttempt.failures} + 1`, lastFailedAt: now },
    })
    .returning({ failures: loginAttempt.failures })
  return row?.failures ?? 1
}

/** Which failures are logged: the first, second, fourth, … with their count, instead of one row each. */
export const isNoted = (failures: number) => Number.isInteger(Math.log2(failures))

export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.delete(loginAttempt).where(eq(loginAttempt.key, key))
}

/** Deletes expired locks: a day without a failure starts over anyway. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(loginAttempt).where(lt(loginAttempt.lastFailedAt, new Date(now.getTime() - 24 * 3_600_000)))
}
