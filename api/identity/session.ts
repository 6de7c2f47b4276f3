import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { RoleLevel } from '#contract/words/staff.ts'
import type { Principal } from '../context.ts'
import type { Db } from '../db/client.ts'
import { session } from '../db/schema/identity.ts'
import { shopStaff, staff } from '../db/schema/organisation.ts'
import { uidOf } from './identity.ts'

/** A session ends 12 hours after sign-in, active or not. */
export const sessionHours = 12

/** Whose live session `sid` is: session, staff and shops in one indexed query. Null unless all of it holds right now. */
export async function principalOf(db: Db, claims: { uid: string; sid: string }, now: Date): Promise<Principal | null> {
  const rows = await db
    .select({
      staffId: staff.id,
      userId: staff.userId,
      sid: session.sid,
      email: staff.email,
      displayName: staff.displayName,
      role: staff.role,
      isAdmin: staff.isAdmin,
      signedInAt: session.createdAt,
      preview: session.preview,
      shopStaffId: shopStaff.id,
      shopId: shopStaff.shopId,
    })
    .from(session)
    .innerJoin(staff, eq(staff.id, session.staffId))
    .leftJoin(shopStaff, eq(shopStaff.staffId, staff.id))
    .where(
      and(
        eq(session.sid, claims.sid),
        isNull(session.revokedAt),
        gt(session.expiresAt, now),
        eq(staff.status, 'active'),
      ),
    )
    .orderBy(shopStaff.shopId)
  const first = rows[0]
  if (!first || uidOf(first.userId) !== claims.uid) return null
  const { shopStaffId: _, shopId: __, preview, ...person } = first
  const shopStaffList = rows.flatMap((row) =>
    row.shopStaffId && row.shopId ? [{ id: row.shopStaffId, shopId: row.shopId }] : [],
  )
  if (!preview) return { ...person, shopStaffList, isPreview: false }
  // Only admins get here, and every role is below theirs.
  const shown = preview.shopIds.map((shopId) => ({ id: shopId, shopId }))
  return { ...person, role: preview.role, isAdmin: false, shopStaffList: shown, isPreview: true }
}

/** Looks with these rights from the next call on, or with one's own again. */
export async function setPreview(db: Db, sid: string, preview: { role: RoleLevel; shopIds: string[] } | null) {
  await db.update(session).set({ preview }).where(eq(session.sid, sid))
}

/** Opens a session and answers its random id. */
export async function openSession(db: Db, staffId: string, now: Date): Promise<string> {
  const sid = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + sessionHours * 60 * 60 * 1000)
  await db.insert(session).values({ sid, staffId, createdAt: now, expiresAt })
  return sid
}

export async function endSession(db: Db, sid: string, now: Date): Promise<void> {
  await db.update(session).set({ revokedAt: now }).where(eq(session.sid, sid))
}

/** Drops sessions that ended a week ago or earlier; run now and then. */
export async function forgetOldSessions(db: Db, now: Date): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, new Date(now.getTime() - 7 * 24 * 3_600_000)))
}
