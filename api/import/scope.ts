import { eq, type SQL, sql } from 'drizzle-orm'
import { scopeOf } from '#contract/permissions.ts'
import type { ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import { shopStaff, staff } from '../db/schema/organisation.ts'

/**
 * The shops that a person may import rows of, read now: the work runs after the call, and rights may have changed.
 * Null: none any more.
 */
export async function importScopeOf(db: Db, staffId: string): Promise<ShopScope | null> {
  const rows = await db
    .select({ role: staff.role, isAdmin: staff.isAdmin, status: staff.status, shopId: shopStaff.shopId })
    .from(staff)
    .leftJoin(shopStaff, eq(shopStaff.staffId, staff.id))
    .where(eq(staff.id, staffId))
  const [first] = rows
  const scope = first?.status === 'active' ? scopeOf(first, 'import.run') : null
  if (!scope) return null
  return scope === 'all' ? 'all' : rows.flatMap(({ shopId }) => shopId ?? [])
}

/** Whether a shop is one of these. */
export const isIn = (shops: ShopScope, shopId: unknown) => shops === 'all' || shops.includes(String(shopId))

/** Whether a column's shop is one of these. */
export const inShops = (shop: SQL, shops: ShopScope): SQL =>
  shops === 'all' ? sql`true` : sql`${shop} = any (${sql.param(shops.map(Number))}::integer[])`
