import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { shop as api } from '#contract/shop.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { type At, atVersion } from '../../db/records.ts'
import { shop } from '../../db/schema/organisation.ts'

export type ShopRow = typeof shop.$inferSelect

const sortColumns = { sortOrder: shop.sortOrder, code: shop.code, name: sql`coalesce(${shop.nameKana}, ${shop.name})` }

const within = (shops: ShopScope) => (shops === 'all' ? undefined : inArray(shop.id, shops))

/** The columns searched by keyword. */
const searchText = sql`fold_text(${shop.code} || '|' || ${shop.name} || '|' || coalesce(${shop.nameKana}, ''))`

/** One page and the exact total. */
export const listShops = (scoped: Scoped, shops: ShopScope, query: Input<typeof api.list>) =>
  pageOf(scoped, scoped.select().from(shop).$dynamic(), {
    from: shop,
    where: and(within(shops), keywordIn(searchText, query.keyword)),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, shop.id),
    page: query,
  })

export async function shopById(scoped: Scoped, shops: ShopScope, id: string): Promise<ShopRow | null> {
  const [found] = await scoped
    .select()
    .from(shop)
    .where(and(eq(shop.id, id), within(shops)))
  return found ?? null
}

/** The number of these shops in scope. */
export async function countShops(scoped: Scoped, shops: ShopScope, ids: readonly string[]): Promise<number> {
  const [counted] = await scoped
    .select({ found: count() })
    .from(shop)
    .where(and(inArray(shop.id, [...ids]), within(shops)))
  return counted?.found ?? 0
}

/** The current row, locked until the transaction ends. */
export async function lockShop(scoped: Scoped, shops: ShopScope, id: string): Promise<ShopRow | null> {
  const [found] = await scoped
    .select()
    .from(shop)
    .where(and(eq(shop.id, id), within(shops)))
    .for('update')
  return found ?? null
}

export type ShopChanges = Partial<Pick<ShopRow, 'enabledOnlineRsv' | 'imgUrl' | 'rsvUrl' | 'monthlyTargets'>>

/** Null when the row is no longer at `version`. */
export async function updateShop(scoped: Scoped, at: At, changes: ShopChanges): Promise<ShopRow | null> {
  const [saved] = await scoped
    .update(shop)
    .set({ ...changes, version: sql`${shop.version} + 1` })
    .where(atVersion(shop, at))
    .returning()
  return saved ?? null
}
