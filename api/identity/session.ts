import { randomBytes } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { SessionEnd } from '#contract/words/session.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import type { Caller, Principal } from '../context.ts'
import type { Database, Db } from '../db/client.ts'
import { session } from '../db/schema/identity.ts'
import { staff } from '../db/schema/organisation.ts'
import { uidOf } from './identity.ts'

/** A session ends 12 hours after sign-in, active or not. */
const sessionHours = 12

/** Accuracy of a session's last use: a read must not cost a write. */
const useKeptToMs = 5 * 60_000

/** As the database has it: instants as text, and the rights that an admin previews. */
interface LiveSession extends Omit<Principal, 'signedInAt' | 'lastUsedAt' | 'isPreview'> {
  signedInAt: string
  lastUsedAt: string | null
  preview: { role: RoleLevel; shopIds: string[] } | null
}

/**
 * The principal of a live session: session, staff and shops in one indexed query. Null unless all of it is valid right
 * now.
 */
export async function principalOf(db: Db, claims: { uid: string; sid: string }, now: Date): Promise<Principal | null> {
  const { rows } = await db.execute<{ found: LiveSession | null }>(
    sql`select live_session(${claims.sid}, ${now.toISOString()}::timestamptz) as found`,
  )
  const found = rows[0]?.found
  if (!found || uidOf(found.userId) !== claims.uid) return null
  const { preview, signedInAt, lastUsedAt, ...person } = found
  const times = { signedInAt: new Date(signedInAt), lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt) }
  if (!preview) return { ...person, ...times, isPreview: false }
  // Only admins may preview, and every role is below theirs.
  const shopStaffList = preview.shopIds.map((shopId) => ({ id: shopId, shopId }))
  return { ...person, ...times, role: preview.role, isAdmin: false, shopStaffList, isPreview: true }
}

/** Sets the previewed rights from the next call on, or ends the preview. */
export async function setPreview(db: Db, sid: string, preview: { role: RoleLevel; shopIds: string[] } | null) {
  await db.update(session).set({ preview }).where(eq(session.sid, sid))
}

/** Why this token's session ended, where its person is informed; null where it never existed or expired. */
export async function endOf(db: Db, claims: { uid: string; sid: string }): Promise<SessionEnd | null> {
  const [found] = await db
    .select({ endedBy: session.endedBy, userId: staff.userId })
    .from(session)
    .innerJoin(staff, eq(staff.id, session.staffId))
    .where(eq(session.sid, claims.sid))
  return found && uidOf(found.userId) === claims.uid ? found.endedBy : null
}

/** Opens a session for the caller and returns its random id. */
export async function openSession(db: Db, staffId: string, now: Date, from?: Caller): Promise<string> {
  const sid = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + sessionHours * 60 * 60 * 1000)
  const { ip = null, userAgent = null } = from ?? {}
  await db.insert(session).values({ sid, staffId, createdAt: now, expiresAt, lastUsedAt: now, ip, userAgent })
  return sid
}

/**
 * Records that a session is in use, and from which address, at most every five minutes. Skips a locked row, and a full
 * disk.
 */
export async function noteUse(
  database: Database,
  { sid, lastUsedAt }: { sid: string; lastUsedAt: Date | null },
  ip: string | null,
  now: Date,
): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < useKeptToMs) return
  if (!(await database.hasRoom())) return
  await database.db
    .update(session)
    .set({ lastUsedAt: now, ip })
    .where(sql`${session.sid} = (select s.sid from session s where s.sid = ${sid} for update skip locked)`)
}

export async function endSession(db: Db, sid: string, now: Date): Promise<void> {
  await db.update(session).set({ revokedAt: now }).where(eq(session.sid, sid))
}

/** Deletes sessions that ended at least a week ago; called regularly. */
export async function forgetOldSessions(db: Db, now: Date): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, new Date(now.getTime() - 7 * 24 * 3_600_000)))
}
