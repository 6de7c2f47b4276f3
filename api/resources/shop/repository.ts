import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Scoped, ShopScope } from '../../context.ts'
import { shop } from '../../db/schema/organisation.ts'

export type ShopRow = typeof shop.$inferSelect

const sortColumns = { sortOrder: shop.sortOrder, code: shop.code, name: sql`coalesce(${shop.nameKana}, ${shop.name})` }

export interface ShopQuery {
  keyword?: string
  sortKey: keyof typeof sortColumns
  sortDir: 'asc' | 'desc' | 'none'
  offset: number
  limit: number
}

const within = (shops: ShopScope) => (shops === 'all' ? undefined : inArray(shop.id, shops))

/** Name, reading or code contains the keyword, however it was typed. */
function matches(keyword: string | undefined): SQL | undefined {
  if (!keyword) return undefined
  const text = sql`fold_text(${shop.code} || '|' || ${shop.name} || '|' || coalesce(${shop.nameKana}, ''))`
  return sql`position(fold_text(${keyword}) in ${text}) > 0`
}

/** One page and the exact total. */
export async function listShops(scoped: Scoped, shops: ShopScope, query: ShopQuery) {
  const where = and(within(shops), matches(query.keyword))
  const direction = query.sortDir === 'desc' ? desc : asc
  const rows = await scoped
    .select()
    .from(shop)
    .where(where)
    .orderBy(direction(sortColumns[query.sortKey]), direction(shop.id))
    .limit(query.limit)
    .offset(query.offset)
  const [counted] = await scoped.select({ total: count() }).from(shop).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function shopById(scoped: Scoped, shops: ShopScope, id: string): Promise<ShopRow | null> {
  const [found] = await scoped
    .select()
    .from(shop)
    .where(and(eq(shop.id, id), within(shops)))
  return found ?? null
}

/** How many of these shops there are, as far as this person sees them. */
export async function countShops(scoped: Scoped, shops: ShopScope, ids: readonly string[]): Promise<number> {
  const [counted] = await scoped
    .select({ found: count() })
    .from(shop)
    .where(and(inArray(shop.id, [...ids]), within(shops)))
  return counted?.found ?? 0
}

/** The row as it is, held until the transaction ends. */
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
export async function updateShop(
  scoped: Scoped,
  { id, version }: { id: string; version?: number },
  changes: ShopChanges,
): Promise<ShopRow | null> {
  const [saved] = await scoped
    .update(shop)
    .set({ ...changes, version: sql`${shop.version} + 1` })
    .where(and(eq(shop.id, id), version === undefined ? undefined : eq(shop.version, version)))
    .returning()
  return saved ?? null
}
