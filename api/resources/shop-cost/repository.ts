import { and, between, eq, sql } from 'drizzle-orm'
import type { Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { shop } from '../../db/schema/organisation.ts'
import { shopCost } from '../../db/schema/shop-cost.ts'
import type { Period } from '../../figures/periods.ts'

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

/** The campaigns that a shop's costs can name: of who joined in these days, and of the entered months, by name. */
export async function readCampaignNames(
  scoped: Scoped,
  shopId: string,
  { from, to }: Period,
  entered: readonly ShopCostRow[],
): Promise<string[]> {
  const joined = await rowsOf<{ campaign: string }>(
    scoped,
    sql`
      select distinct campaign from member_move
      where shop_id = ${shopId} and kind = 'admission' and date between ${from} and ${to} and campaign <> ''`,
  )
  const named = entered.flatMap(({ adParts }) => adParts.flatMap(({ campaign }) => campaign ?? []))
  return [...new Set([...joined.map(({ campaign }) => campaign), ...named])].sort()
}
