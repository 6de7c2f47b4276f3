import { inArray } from 'drizzle-orm'
import type { Scoped, ShopScope } from '../../context.ts'
import { shop } from '../../db/schema/organisation.ts'

/** Shops in display order. */
export const shopsInScope = (scoped: Scoped, shops: ShopScope) =>
  scoped
    .select({ id: shop.id, code: shop.code, name: shop.name, nameKana: shop.nameKana })
    .from(shop)
    .where(shops === 'all' ? undefined : inArray(shop.id, shops))
    .orderBy(shop.sortOrder, shop.id)
