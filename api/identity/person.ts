import { and, eq } from 'drizzle-orm'
import type { Principal } from '../context.ts'
import type { Db } from '../db/client.ts'
import { shopStaff, staff } from '../db/schema/organisation.ts'

/** An active member of staff with the rights of now, for work that goes on after their call; null: no longer active. */
export async function personOf(db: Db, staffId: string, now: Date): Promise<Principal | null> {
  const rows = await db
    .select({
      staffId: staff.id,
      userId: staff.userId,
      email: staff.email,
      displayName: staff.displayName,
      role: staff.role,
      isAdmin: staff.isAdmin,
      linkId: shopStaff.id,
      shopId: shopStaff.shopId,
    })
    .from(staff)
    .leftJoin(shopStaff, eq(shopStaff.staffId, staff.id))
    .where(and(eq(staff.id, staffId), eq(staff.status, 'active')))
    .orderBy(shopStaff.shopId)
  const [first] = rows
  if (!first) return null
  const { linkId: _, shopId: __, ...person } = first
  const shopStaffList = rows.flatMap(({ linkId, shopId }) => (linkId && shopId ? [{ id: linkId, shopId }] : []))
  return { ...person, sid: '', shopStaffList, signedInAt: now, isPreview: false, lastUsedAt: null }
}
