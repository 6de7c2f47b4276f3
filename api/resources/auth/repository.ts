import { eq } from 'drizzle-orm'
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
