import { and, asc, count, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { shop as api } from '#contract/shop.ts'
import type { Ctx, Scoped, ShopScope } from '../../context.ts'
import { isPhone } from '../../db/contact-search.ts'
import { beginningFirst, limitOf, type NameSearch, totalCount } from '../../db/named-records.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { type At, atVersion } from '../../db/records.ts'
import { company, shop, staff } from '../../db/schema/organisation.ts'
import { tokyoDayOf } from '../../lib/time.ts'

export type ShopRow = typeof shop.$inferSelect

/** 在籍 as the members list counts it: 契約中 and 休会中. */
const memberCount = sql<number>`(select coalesce(sum(c.members), 0)::integer from member_count c
  where c.shop_id = shop.id and c.contract_status in ('active', 'suspended'))`

const sortColumns = {
  sortOrder: shop.sortOrder,
  code: shop.code,
  name: sql`coalesce(${shop.nameKana}, ${shop.name})`,
  memberCount,
}

const within = (shops: ShopScope) => (shops === 'all' ? undefined : inArray(shop.id, shops))

/** The columns searched by keyword. */
const searchText = sql`fold_text(${shop.code} || '|' || ${shop.name} || '|' || coalesce(${shop.nameKana}, ''))`

const matches = (keyword: string) =>
  or(keywordIn(searchText, keyword), isPhone(sql`phone_digits(${shop.tel})`, keyword))

const rowColumns = {
  id: shop.id,
  code: shop.code,
  name: shop.name,
  nameKana: shop.nameKana,
  status: shop.status,
  enabledOnlineRsv: shop.enabledOnlineRsv,
  imgUrl: shop.imgUrl,
  prefecture: shop.prefecture,
  address1: shop.address1,
  tel: shop.tel,
  ownerType: shop.ownerType,
  memberCount,
  lastSyncedAt: shop.lastSyncedAt,
  version: shop.version,
}

/** One page and the exact total. */
export const listShops = (scoped: Scoped, shops: ShopScope, query: Input<typeof api.list>) =>
  pageOf(scoped, scoped.select(rowColumns).from(shop).$dynamic(), {
    from: shop,
    where: and(
      within(shops),
      query.ownerType && eq(shop.ownerType, query.ownerType),
      query.enabledOnlineRsv && eq(shop.enabledOnlineRsv, query.enabledOnlineRsv === 'true'),
      query.status && eq(shop.status, query.status),
      query.keyword ? matches(query.keyword) : undefined,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, shop.id),
    page: query,
  })

export type ShopListRow = Awaited<ReturnType<typeof listShops>>['rows'][number]

/** Shops by code, name and reading. */
export const shopsNamed = (scoped: Scoped, shops: ShopScope, search: NameSearch) =>
  scoped
    .select({
      id: shop.id,
      code: shop.code,
      name: shop.name,
      nameKana: shop.nameKana,
      prefecture: shop.prefecture,
      status: shop.status,
      total: totalCount,
    })
    .from(shop)
    .where(and(within(shops), 'ids' in search ? inArray(shop.id, [...search.ids]) : matches(search.keyword)))
    .orderBy(...beginningFirst(search, shop.code, shop.name, shop.nameKana), asc(shop.sortOrder), asc(shop.id))
    .limit(limitOf(search))

export async function shopById(scoped: Scoped, shops: ShopScope, id: string): Promise<ShopRow | null> {
  const [found] = await scoped
    .select()
    .from(shop)
    .where(and(eq(shop.id, id), within(shops)))
  return found ?? null
}

/** A shop for its page. */
export async function shopRecord(scoped: Scoped, shops: ShopScope, id: string) {
  const [found] = await scoped
    .select({
      ...getTableColumns(shop),
      memberCount,
      companyName: company.name,
      updatedBy: { id: staff.id, displayName: staff.displayName },
    })
    .from(shop)
    .innerJoin(company, eq(company.id, shop.companyId))
    .leftJoin(staff, eq(staff.id, shop.updatedBy))
    .where(and(eq(shop.id, id), within(shops)))
  return found ?? null
}

export type ShopRecord = NonNullable<Awaited<ReturnType<typeof shopRecord>>>

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

/** What is managed here of each shop, and what a shop registered here is. */
export type ShopChanges = Partial<
  Pick<
    ShopRow,
    | 'enabledOnlineRsv'
    | 'imgUrl'
    | 'rsvUrl'
    | 'monthlyTargets'
    | 'companyId'
    | 'code'
    | 'name'
    | 'nameKana'
    | 'ownerType'
    | 'zipCode'
    | 'prefecture'
    | 'address1'
    | 'address2'
    | 'tel'
    | 'openedOn'
  >
>

/** The company of this name, added where there is none. */
export async function companyNamed(scoped: Scoped, name: string): Promise<string> {
  const [found] = await scoped.select({ id: company.id }).from(company).where(eq(company.name, name)).limit(1)
  if (found) return found.id
  const [made] = await scoped.insert(company).values({ name }).returning({ id: company.id })
  return (made as { id: string }).id
}

/** Adds a shop behind the others, open to members; returns its id. */
export async function insertShop(ctx: Ctx, facts: Omit<typeof shop.$inferInsert, 'status' | 'sortOrder'>) {
  const [made] = await ctx.scoped
    .insert(shop)
    .values({
      ...facts,
      status: 'active',
      registeredOn: tokyoDayOf(ctx.now),
      sortOrder: sql`(select coalesce(max(s.sort_order), 0) + 1 from shop s)`,
      updatedBy: ctx.principal.staffId,
      updatedAt: ctx.now,
    })
    .returning({ id: shop.id })
  return (made as { id: string }).id
}

/** Updates the row with the caller as author. False when its version differs from `version`. */
export async function updateShop(ctx: Ctx, at: At, changes: ShopChanges): Promise<boolean> {
  const by = { updatedBy: ctx.principal.staffId, updatedAt: ctx.now, version: sql`${shop.version} + 1` }
  const saved = await ctx.scoped
    .update(shop)
    .set({ ...changes, ...by })
    .where(atVersion(shop, at))
    .returning({ id: shop.id })
  return saved.length > 0
}
