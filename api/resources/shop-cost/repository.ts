import { and, between, eq } from 'drizzle-orm'
import type { Scoped } from '../../context.ts'
import { shop } from '../../db/schema/organisation.ts'
import { shopCost } from '../../db/schema/shop-cost.ts'

export type ShopCostRow = typeof shopCost.$inferSelect

/** The entered months of the shops in scope, or of one, between two first days. */
export const readCosts = (scoped: Scoped, from: string, to: string, shopId?: string): Promise<ShopCostRow[]> =>
  scoped
    .select()
    .from(shopCost)
    .where(and(between(shopCost.month, from, to), shopId === undefined ? undefined : eq(shopCost.shopId, shopId)))

export async function costOfMonth(scoped: Scoped, shopId: string, first: string): Promise<ShopCostRow | null> {
  const [found] = await readCosts(scoped, first, first, shopId)
  return found ?? null
}

export async function costById(scoped: Scoped, id: string): Promise<ShopCostRow | null> {
  const [found] = await scoped.select().from(shopCost).where(eq(shopCost.id, id))
  return found ?? null
}

/** When the shops in scope were open. */
export const shopTimes = (scoped: Scoped) =>
  scoped.select({ id: shop.id, openedOn: shop.openedOn, closedOn: shop.closedOn }).from(shop)
