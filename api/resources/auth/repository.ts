import { and, eq, sql } from 'drizzle-orm'
import type { InvitationKind } from '#contract/words/staff.ts'
import type { Scoped } from '../../context.ts'
import { staff } from '../../db/schema/organisation.ts'

export async function accountByEmail(tx: Scoped, email: string) {
  const [account] = await tx
    .select({
      staffId: staff.id,
      userId: staff.userId,
      role: staff.role,
      status: staff.status,
      passwordHash: staff.passwordHash,
    })
    .from(staff)
    .where(eq(staff.email, email))
  return account ?? null
}

export async function touchLastLogin(tx: Scoped, staffId: string, now: Date): Promise<void> {
  await tx.update(staff).set({ lastLoginAt: now }).where(eq(staff.id, staffId))
}

/** Sets the password of who came by a link, and lets in who was waiting; false where neither is open to them any more. */
export async function enterByLink(
  tx: Scoped,
  staffId: string,
  kind: InvitationKind,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .update(staff)
    .set({ passwordHash, status: 'active', lastLoginAt: now, version: sql`${staff.version} + 1` })
    .where(and(eq(staff.id, staffId), eq(staff.status, kind === 'invitation' ? 'waiting' : 'active')))
    .returning({ id: staff.id })
  return changed.length > 0
}
