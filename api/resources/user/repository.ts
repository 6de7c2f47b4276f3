import { inArray, sql } from 'drizzle-orm'
import type { SyncResource } from '#contract/words/sync-resources.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { shop } from '../../db/schema/organisation.ts'

/** Shops in display order. */
export const shopsInScope = (scoped: Scoped, shops: ShopScope) =>
  scoped
    .select({ id: shop.id, code: shop.code, name: shop.name, nameKana: shop.nameKana })
    .from(shop)
    .where(shops === 'all' ? undefined : inArray(shop.id, shops))
    .orderBy(shop.sortOrder, shop.id)

/** What the first run has not brought from the club system yet. */
export async function arrivingResources(scoped: Scoped): Promise<SyncResource[]> {
  const [row] = await rowsOf<{ arriving: SyncResource[] }>(scoped, sql`select arriving_resources() as arriving`)
  return row?.arriving ?? []
}
