import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { shopPlan as api } from '#contract/shop-plan.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { shopPlan } from '../../db/schema/facts.ts'

const sortColumns = { code: shopPlan.code, name: shopPlan.name }
const searchText = sql`fold_text(${shopPlan.code} || '|' || ${shopPlan.name})`

/** One page and the exact total of the plans of `shops`, or of one of them. */
export const listPlans = (scoped: Scoped, shops: ShopScope, { shopId, ...query }: Input<typeof api.list>) =>
  pageOf(scoped, scoped.select().from(shopPlan).$dynamic(), {
    from: shopPlan,
    where: and(
      shops === 'all' ? undefined : inArray(shopPlan.shopId, shops),
      shopId ? eq(shopPlan.shopId, shopId) : undefined,
      keywordIn(searchText, query.keyword),
    ),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, shopPlan.id),
    page: query,
  })
