import { createHash } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { ApiError } from '#contract/errors.ts'
import type { secondFactorDuties } from '#contract/words/second-factor.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { secondFactor } from '../db/schema/identity.ts'
import { club } from '../db/schema/organisation.ts'
import { clearAttempts, countAttempt } from './login-lock.ts'

/** RFC 6238 with the defaults of authenticator apps. */
const stepSeconds = 30
const issuer = 'Karada Desk'
const recoveryCodeCount = 10

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) })

export type SecondFactorDuty = keyof typeof secondFactorDuties

/** The stored duty; the server's setting requires it at least of leaders. */
export async function dutyOf(db: Db, { requiresSecondFactor }: { requiresSecondFactor: boolean }) {
  const [found] = await db.select({ duty: club.secondFactorDuty }).from(club)
  const duty: SecondFactorDuty = found?.duty ?? 'nobody'
  return requiresSecondFactor && duty === 'nobody' ? 'leaders' : duty
}

/** Whether a duty means this person; leaders are those responsible for several shops, or all. */
export const isRequiredOf = ({ role, isAdmin }: { role: RoleLevel; isAdmin: boolean }, duty: SecondFactorDuty) =>
  duty === 'everybody' || (duty === 'leaders' && (isAdmin || role === 'level4' || role === 'all'))

/** How many active staff each duty means, and how many of them have an app. */
export async function readyFor(db: Db) {
  const isLeader = sql`(s.is_admin or s.role in ('level4', 'all'))`
  const [found] = await rowsOf<Record<'people' | 'ready' | 'leaders' | 'leadersReady', number>>(
    db,
    sql`select count(*)::integer as people, count(f.staff_id)::integer as ready,
        count(*) filter (where ${isLeader})::integer as leaders,
        count(f.staff_id) filter (where ${isLeader})::integer as "leadersReady"
      from staff s left join second_factor f on f.staff_id = s.id and f.confirmed_at is not null
      where s.status = 'active' and s.appointed_at is not null`,
  )
  if (!found) throw new Error('A count has one row')
  return {
    leaders: { people: found.leaders, ready: found.leadersReady },
    everybody: { people: found.people, ready: found.ready },
  }
}

/**
 * The 30-second time step of this code; one before and one after are accepted, for clocks that differ. Null: no match.
 */
function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta
}

/** Creates a secret for an app to be confirmed; an earlier unconfirmed one becomes void. */
export async function startSecondFactor(db: Db, staffId: string, email: string) {
  const secret = new Secret({ size: 20 }).base32
  await db
    .insert(secondFactor)
    .values({ staffId, pendingSecret: secret })
    .onConflictDoUpdate({ target: secondFactor.staffId, set: { pendingSecret: secret } })
  return { secret, uri: totpOf(secret, email).toString() }
}

/** Confirms the app, which signing in then requires; returns new recovery codes, null for a wrong code. */
export async function confirmSecondFactor(db: Db, staffId: string, code: string, now: Date): Promise<string[] | null> {
  const [{ pendingSecret = null } = {}] = await db.select().from(secondFactor).where(eq(secondFactor.staffId, staffId))
  const lastStep = pendingSecret && stepOf(pendingSecret, code, now)
  if (pendingSecret === null || lastStep === null) return null
  const confirmed = await db
    .update(secondFactor)
    .set({ secret: pendingSecret, pendingSecret: null, confirmedAt: now, lastStep: Number(lastStep) })
    .where(and(eq(secondFactor.staffId, staffId), eq(secondFactor.pendingSecret, pendingSecret)))
    .returning({ staffId: secondFactor.staffId })
  return confirmed.length > 0 ? renewRecoveryCodes(db, staffId) : null
}

/**
 * New recovery codes, which replace all earlier ones: ten of 80 bits, in groups of four; only their hashes are stored.
 */
export async function renewRecoveryCodes(db: Db, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => new Secret({ size: 10 }).base32)
  await db
    .update(secondFactor)
    .set({ recoveryHashes: codes.map(digest) })
    .where(eq(secondFactor.staffId, staffId))
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

/** Uses a code of the app, or a recovery code, once. Null where it is neither, or was used before. */
export async function spendCode(db: Db, staffId: string, code: string, now: Date): Promise<'app' | 'recovery' | null> {
  const mine = eq(secondFactor.staffId, staffId)
  const [{ secret = null } = {}] = await db.select().from(secondFactor).where(mine)
  if (secret === null) return null
  const step = code.length === 6 ? stepOf(secret, code, now) : null
  if (step !== null) {
    const isNew = or(isNull(secondFactor.lastStep), lt(secondFactor.lastStep, step))
    const spent = await db.update(secondFactor).set({ lastStep: step }).where(and(mine, isNew)).returning()
    return spent.length > 0 ? 'app' : null
  }
  const hash = digest(code)
  const spent = await db
    .update(secondFactor)
    .set({ recoveryHashes: sql`array_remove(${secondFactor.recoveryHashes}, ${hash})` })
    .where(and(mine, sql`${hash} = any(${secondFactor.recoveryHashes})`))
    .returning()
  return spent.length > 0 ? 'recovery' : null
}

/** When it was set up (null: not), and how many recovery codes are left. */
export async function stateOfSecondFactor(db: Db, staffId: string) {
  const [found] = await db
    .select()
    .from(secondFactor)
    .where(and(eq(secondFactor.staffId, staffId), isNotNull(secondFactor.confirmedAt)))
  return { confirmedAt: found?.confirmedAt ?? null, recoveryCodesLeft: found?.recoveryHashes.length ?? 0 }
}

export async function removeSecondFactor(db: Db, staffId: string): Promise<void> {
  await db.delete(secondFactor).where(eq(secondFactor.staffId, staffId))
}

/**
 * Counts an attempt as failed before the code is checked, like a sign-in; returns the number in a row. 429 while
 * locked.
 */
export const countCode = (db: Db, staffId: string, now: Date) => countAttempt(db, lockOf(staffId), now)
export const clearCodes = (db: Db, staffId: string) => clearAttempts(db, lockOf(staffId))
const lockOf = (staffId: string) => `second-factor:${staffId}`

export const wrongCode = () =>
  new ApiError('invalid', {
    fields: { code: '認証コードが正しくないか、使用済みです。アプリに表示されている新しいコードを入力してください。' },
  })
