import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { shopPlan as api } from '#contract/shop-plan.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { shopPlan } from '../../db/schema/facts.ts'

const sortColumns = { code: shopPlan.code, name: shopPlan.name }

/** One page and the exact total of the plans of `shops`, or of one of them. */
export async function listPlans(scoped: Scoped, shops: ShopScope, query: Input<typeof api.list>) {
  const folded = sql`fold_text(${shopPlan.code} || '|' || ${shopPlan.name})`
  const where = and(
    shops === 'all' ? undefined : inArray(shopPlan.shopId, shops),
    query.shopId ? eq(shopPlan.shopId, query.shopId) : undefined,
    query.keyword ? sql`position(fold_text(${query.keyword}) in ${folded}) > 0` : undefined,
  )
  const direction = query.sortDir === 'desc' ? desc : asc
  const rows = await scoped
    .select()
    .from(shopPlan)
    .where(where)
    .orderBy(direction(sortColumns[query.sortKey]), direction(shopPlan.id))
    .limit(query.limit)
    .offset(query.offset)
  const [counted] = await scoped.select({ total: count() }).from(shopPlan).where(where)
  return { rows, total: counted?.total ?? 0 }
}
