import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import type { Scoped, ShopScope } from '../../context.ts'
import { shopStaff, staff } from '../../db/schema/organisation.ts'

/** A member of staff who works in one of `shops`; `isWhollyInSight` where in no other. */
export async function staffByUserId(scoped: Scoped, shops: ShopScope, userId: string) {
  const worksThere =
    shops === 'all'
      ? sql`true`
      : exists(
          scoped
            .select({ id: shopStaff.id })
            .from(shopStaff)
            .where(and(eq(shopStaff.staffId, staff.id), inArray(shopStaff.shopId, shops))),
        )
  const [found] = await scoped
    .select({
      staffId: staff.id,
      role: staff.role,
      isAdmin: staff.isAdmin,
      email: staff.email,
      isWhollyInSight: sql<boolean>`${shops === 'all'} or staff_wholly_in_sight(${staff.id})`,
    })
    .from(staff)
    .where(and(eq(staff.userId, userId), worksThere))
  return found ?? null
}

export async function passwordHashOf(scoped: Scoped, staffId: string): Promise<string | null> {
  const [found] = await scoped.select({ hash: staff.passwordHash }).from(staff).where(eq(staff.id, staffId))
  return found?.hash ?? null
}

export async function setPasswordHash(scoped: Scoped, staffId: string, passwordHash: string): Promise<void> {
  await scoped
    .update(staff)
    .set({ passwordHash, version: sql`${staff.version} + 1` })
    .where(eq(staff.id, staffId))
}
