import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { InvitationKind } from '#contract/words/staff.ts'
import type { Scoped } from '../../context.ts'
import { staff } from '../../db/schema/organisation.ts'

/** The account that signs in. */
export type Account = NonNullable<Awaited<ReturnType<typeof accountBy>>>

async function accountBy(tx: Scoped, which: SQL) {
  const [account] = await tx
    .select({
      staffId: staff.id,
      userId: staff.userId,
      email: staff.email,
      role: staff.role,
      isAdmin: staff.isAdmin,
      status: staff.status,
      passwordHash: staff.passwordHash,
    })
    .from(staff)
    .where(which)
  return account ?? null
}

export const accountByEmail = (tx: Scoped, email: string) => accountBy(tx, eq(staff.email, email))
export const accountById = (tx: Scoped, staffId: string) => accountBy(tx, eq(staff.id, staffId))

export async function touchLastLogin(tx: Scoped, staffId: string, now: Date): Promise<void> {
  await tx.update(staff).set({ lastLoginAt: now }).where(eq(staff.id, staffId))
}

/** Sets the password by a link, and activates an invited account; false where neither is possible any more. */
export async function enterByLink(
  tx: Scoped,
  staffId: string,
  kind: InvitationKind,
  passwordHash: string,
): Promise<boolean> {
  const changed = await tx
    .update(staff)
    .set({ passwordHash, status: 'active', version: sql`${staff.version} + 1` })
    .where(and(eq(staff.id, staffId), eq(staff.status, kind === 'invitation' ? 'waiting' : 'active')))
    .returning({ id: staff.id })
  return changed.length > 0
}
