import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { shopTicket as api, ShopTicket } from '#contract/shop-ticket.ts'
import type { Scoped, ShopScope } from '../../context.ts'
import { idArray } from '../../db/expressions.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { memberTicket, ticket } from '../../db/schema/facts.ts'
import { shop } from '../../db/schema/organisation.ts'

type Query = Input<typeof api.list>
type Sums = Pick<ShopTicket, 'grantedNum' | 'soldNum' | 'usedNum' | 'remainingNum' | 'expiredNum'>

const isOver = sql`g.expires_on < (select data_date())`
const sums = {
  grantedNum: sql`coalesce(sum(g.granted_num), 0)`,
  soldNum: sql`coalesce(sum(g.granted_num) filter (where g.source = 'purchase'), 0)`,
  usedNum: sql`coalesce(sum(g.used_num), 0)`,
  remainingNum: sql`coalesce(sum(g.granted_num - g.used_num) filter (where (${isOver}) is not true), 0)`,
  expiredNum: sql`coalesce(sum(g.granted_num - g.used_num) filter (where ${isOver}), 0)`,
} satisfies Record<keyof Sums, SQL>

// Columns of a select without a join are not qualified, so they are written out within a sub-select.

/** Tickets granted in the requested shop, or in all in scope. */
const grantedIn = (shops: ShopScope, { shopId }: Query) => {
  if (shopId) return sql`g.shop_id = ${Number(shopId)}`
  return shops === 'all' ? sql`true` : sql`g.shop_id = any(${idArray(shops)})`
}

const allSums = sql`json_build_object(${sql.join(
  Object.entries(sums).map(([key, sum]) => sql`${sql.raw(`'${key}'`)}, ${sum}`),
  sql`, `,
)})`

// Shops share ticket names: each name is folded once.
const keywordFound = (keyword: string | undefined) =>
  keyword &&
  sql`(${ticket.code}, ${ticket.name}) in (
    select code, name from (select distinct code, name from ticket offset 0) named
    where ${keywordIn(sql`fold_text(code || '|' || name)`, keyword)})`

/** The shops in scope where a ticket can be used, in display order. */
const usableShops = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', s.id::text, 'name', s.name) order by s.sort_order, s.id), '[]')
  from ${shop} s where s.id = any(ticket.target_shop_ids))`

/** One page and the exact total of the tickets that can be used in `shops`, or in one of them. */
export function listTickets(scoped: Scoped, shops: ShopScope, query: Query) {
  const { shopId, type, status } = query
  const everywhere = eq(ticket.targetScope, 'all')
  const isGranted = grantedIn(shops, query)
  const sumOrder = query.sortKey === 'soldNum' || query.sortKey === 'remainingNum' ? sums[query.sortKey] : null
  const sortColumns = {
    code: ticket.code,
    name: ticket.name,
    price: ticket.price,
    soldNum: sql`coalesce(granted.num, 0)`,
    remainingNum: sql`coalesce(granted.num, 0)`,
  }
  const select = scoped
    .select({
      id: ticket.id,
      externalId: ticket.externalId,
      code: ticket.code,
      name: ticket.name,
      type: ticket.type,
      description: ticket.description,
      status: ticket.status,
      price: ticket.price,
      num: ticket.num,
      validDays: ticket.validDays,
      targetScope: ticket.targetScope,
      targetCount: sql<number>`cardinality(${ticket.targetShopIds})`,
      usableShops,
      sums: sql<Sums>`(select ${allSums} from ${memberTicket} g where g.ticket_id = ticket.id and ${isGranted})`,
      lastSyncedAt: ticket.lastSyncedAt,
    })
    .from(ticket)
    .$dynamic()
  // Only an order by a sum needs the sums of all tickets; any other needs those of the page.
  if (sumOrder) {
    select.leftJoin(
      sql`(select g.ticket_id, ${sumOrder} as num from ${memberTicket} g where ${isGranted} group by 1) granted`,
      sql`granted.ticket_id = ${ticket.id}`,
    )
  }
  return pageOf(scoped, select, {
    from: ticket,
    where: and(
      shops === 'all' ? undefined : or(everywhere, sql`${ticket.targetShopIds} && ${idArray(shops)}`),
      shopId ? or(everywhere, sql`${Number(shopId)} = any (${ticket.targetShopIds})`) : undefined,
      type && eq(ticket.type, type),
      status && eq(ticket.status, status),
      keywordFound(query.keyword) || undefined,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, ticket.id),
    page: query,
  })
}
export type TicketRow = Awaited<ReturnType<typeof listTickets>>['rows'][number]
