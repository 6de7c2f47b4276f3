import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Scoped } from '../../context.ts'
import { staff } from '../../db/schema/organisation.ts'
import type { PasswordLink } from '../../identity/invitation.ts'

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
      /** Since when a password that somebody else has set waits to be confirmed. */
      passwordSetAt: staff.passwordSetAt,
      isSetByAdmin: sql<boolean>`exists (select from staff s where s.id = staff.password_set_by and s.is_admin)`,
      addressFailedAt: staff.addressFailedAt,
    })
    .from(staff)
    .where(which)
  return account ?? null
}

export const accountByEmail = (tx: Scoped, email: string) => accountBy(tx, eq(staff.email, email))
export const accountById = (tx: Scoped, staffId: string) => accountBy(tx, eq(staff.id, staffId))

/**
 * Locks the account until the transaction ends; false where what was verified before has changed meanwhile. Whoever
 * changes it later waits, and then ends what this transaction gives out.
 */
export async function holdVerified(tx: Scoped, { staffId, email, passwordHash }: Account): Promise<boolean> {
  const [held] = await tx
    .select({ email: staff.email, status: staff.status, passwordHash: staff.passwordHash })
    .from(staff)
    .where(eq(staff.id, staffId))
    .for('update')
  return held?.status === 'active' && held.email === email && held.passwordHash === passwordHash
}

export async function touchLastLogin(tx: Scoped, staffId: string, now: Date): Promise<void> {
  await tx.update(staff).set({ lastLoginAt: now }).where(eq(staff.id, staffId))
}

const itsOwn = { passwordSetBy: null, passwordSetAt: null }

/** The password that somebody else has set is theirs now. */
export async function confirmPassword(tx: Scoped, staffId: string): Promise<void> {
  await tx.update(staff).set(itsOwn).where(eq(staff.id, staffId))
}

/** Signs in by this address from now on; a trigger ends what was given out before. */
export async function changeAddress(tx: Scoped, staffId: string, email: string): Promise<void> {
  await tx
    .update(staff)
    .set({ email, addressFailedAt: null, version: sql`${staff.version} + 1` })
    .where(eq(staff.id, staffId))
}

/** Sets the password by a link, and activates an invited account; false where neither is possible any more. */
export async function enterByLink(
  tx: Scoped,
  staffId: string,
  kind: PasswordLink,
  passwordHash: string,
): Promise<boolean> {
  const changed = await tx
    .update(staff)
    .set({ passwordHash, ...itsOwn, status: 'active', version: sql`${staff.version} + 1` })
    .where(and(eq(staff.id, staffId), eq(staff.status, kind === 'invitation' ? 'waiting' : 'active')))
    .returning({ id: staff.id })
  return changed.length > 0
}
