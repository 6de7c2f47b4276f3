import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { shopPlan as api, ShopPlanDetail } from '#contract/shop-plan.ts'
import type { Ctx, Scoped, ShopScope } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { beginningFirst, limitOf, type NameSearch, totalCount } from '../../db/named-records.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { type At, atVersion } from '../../db/records.ts'
import { memberCount } from '../../db/schema/derived.ts'
import { contract, shopPlan } from '../../db/schema/facts.ts'
import { shop, staff } from '../../db/schema/organisation.ts'

/** As the members list counts a plan's members; an option is no membership, so its holders are counted separately. */
const contractorCount = sql<number>`case when ${shopPlan.category} = 'option' then (
    select count(*)::integer from ${contract} c where c.plan_id = ${shopPlan.id} and c.kind = 'option'
      and c.start_on <= (select data_date()) and (c.end_on >= (select data_date())) is not false)
  else (
    select coalesce(sum(c.members), 0)::integer from ${memberCount} c
    where c.shop_id = ${shopPlan.shopId} and c.plan_code = ${shopPlan.code}) end`

const columns = {
  id: shopPlan.id,
  externalId: shopPlan.externalId,
  shopId: shopPlan.shopId,
  shopName: shop.name,
  code: shopPlan.code,
  name: shopPlan.name,
  category: shopPlan.category,
  isSuspensionPlan: shopPlan.isSuspensionPlan,
  withLeanBodyContent: shopPlan.withLeanBodyContent,
  status: shopPlan.status,
  priceMonthly: shopPlan.priceMonthly,
  priceFirstMonth: shopPlan.priceFirstMonth,
  admissionFee: shopPlan.admissionFee,
  minMonths: shopPlan.minMonths,
  limitPerMonth: shopPlan.limitPerMonth,
  usableDow: shopPlan.usableDow,
  usableFrom: shopPlan.usableFrom,
  usableTo: shopPlan.usableTo,
  genderLimit: shopPlan.genderLimit,
  ageMin: shopPlan.ageMin,
  ageMax: shopPlan.ageMax,
  contractorCount,
  lastSyncedAt: shopPlan.lastSyncedAt,
  version: shopPlan.version,
}

const readRows = (scoped: Scoped) =>
  scoped.select(columns).from(shopPlan).innerJoin(shop, eq(shop.id, shopPlan.shopId)).$dynamic()
export type ShopPlanRow = Awaited<ReturnType<typeof readRows>>[number]

const sortColumns = {
  code: shopPlan.code,
  name: shopPlan.name,
  priceMonthly: shopPlan.priceMonthly,
  contractorCount,
}
// Shops share plan names: each name is folded once.
const keywordFound = (keyword: string | undefined) =>
  keyword &&
  sql`(${shopPlan.code}, ${shopPlan.name}) in (
    select code, name from (select distinct code, name from shop_plan offset 0) named
    where ${keywordIn(sql`fold_text(code || '|' || name)`, keyword)})`
const within = (shops: ShopScope): SQL | undefined => (shops === 'all' ? undefined : inArray(shopPlan.shopId, shops))

/** One page and the exact total of the plans of `shops`, or of one of them. */
export const listPlans = (
  scoped: Scoped,
  shops: ShopScope,
  { shopId, category, status, withLeanBodyContent, ...query }: Input<typeof api.list>,
) =>
  pageOf(scoped, readRows(scoped), {
    from: shopPlan,
    where: and(
      within(shops),
      isNull(shopPlan.joinedTo),
      shopId ? eq(shopPlan.shopId, shopId) : undefined,
      category && eq(shopPlan.category, category),
      status && eq(shopPlan.status, status),
      withLeanBodyContent && eq(shopPlan.withLeanBodyContent, withLeanBodyContent === 'true'),
      keywordFound(query.keyword) || undefined,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, shopPlan.id),
    page: query,
  })

/** Plans by code and name; the shops of each name in their order. */
export const plansNamed = (scoped: Scoped, shops: ShopScope, search: NameSearch) =>
  scoped
    .select({
      id: shopPlan.id,
      code: shopPlan.code,
      name: shopPlan.name,
      shopName: shop.name,
      status: shopPlan.status,
      total: totalCount,
    })
    .from(shopPlan)
    .innerJoin(shop, eq(shop.id, shopPlan.shopId))
    .where(
      and(
        within(shops),
        'ids' in search
          ? inArray(shopPlan.id, [...search.ids])
          : and(isNull(shopPlan.joinedTo), keywordFound(search.keyword) || undefined),
      ),
    )
    .orderBy(
      ...beginningFirst(search, shopPlan.code, shopPlan.name),
      asc(shopPlan.code),
      asc(shop.sortOrder),
      asc(shopPlan.id),
    )
    .limit(limitOf(search))

export type ShopPlanRecord = ShopPlanRow & {
  updatedBy: { id: string; displayName: string } | null
  updatedAt: Date | null
  joinedTo: string | null
  joinedName: string | null
}

export async function planById(scoped: Scoped, shops: ShopScope, id: string): Promise<ShopPlanRecord | null> {
  const [found] = await scoped
    .select({
      ...columns,
      updatedBy: { id: staff.id, displayName: staff.displayName },
      updatedAt: shopPlan.updatedAt,
      joinedTo: shopPlan.joinedTo,
      joinedName: sql<string | null>`(select k.name from shop_plan k where k.id = ${shopPlan.joinedTo})`,
    })
    .from(shopPlan)
    .innerJoin(shop, eq(shop.id, shopPlan.shopId))
    .leftJoin(staff, eq(staff.id, shopPlan.updatedBy))
    .where(and(eq(shopPlan.id, id), within(shops)))
  return found ?? null
}

/** Whether the plan exists; locks it until the transaction ends. */
export async function lockPlan(scoped: Scoped, shops: ShopScope, id: string): Promise<boolean> {
  const held = await scoped
    .select({ id: shopPlan.id })
    .from(shopPlan)
    .where(and(eq(shopPlan.id, id), within(shops)))
    .for('update')
  return held.length > 0
}

/** False when the row's version differs. */
export async function setPlan(
  { scoped, principal: { staffId }, now }: Ctx,
  at: At,
  changes: Partial<
    Pick<
      typeof shopPlan.$inferInsert,
      'name' | 'category' | 'isSuspensionPlan' | 'priceMonthly' | 'status' | 'withLeanBodyContent' | 'joinedTo'
    >
  >,
): Promise<boolean> {
  const saved = await scoped
    .update(shopPlan)
    .set({ ...changes, updatedBy: staffId, updatedAt: now, version: sql`${shopPlan.version} + 1` })
    .where(atVersion(shopPlan, at))
    .returning({ id: shopPlan.id })
  return saved.length > 0
}

/** The plan's members in scope: whose flag follows the plan, who is locked, and what `wanted` would change. */
export async function leanBodyOf(scoped: Scoped, planId: string, wanted: boolean): Promise<ShopPlanDetail['leanBody']> {
  const [counted] = await rowsOf<ShopPlanDetail['leanBody']>(
    scoped,
    sql`
      select count(*) filter (where not locked) as following, count(*) filter (where locked) as locked,
        count(*) filter (where not locked and due and not has) as "wouldGain",
        count(*) filter (where not locked and has and not due) as "wouldLose"
      from (
        select m.locked_with_lean_body_content as locked, m.with_lean_body_content as has,
          ${wanted}::boolean or h.has_lean_body_elsewhere as due
        from plan_holders(${Number(planId)}) h join member m on m.id = h.member_id
      ) holder`,
  )
  return counted as ShopPlanDetail['leanBody']
}

/** A member whose flag was changed. */
export interface Follower {
  id: number
  userId: number
  shopId: number
  /** Whether they have LEAN BODY now. */
  has: boolean
}

/** Updates the flags of the plan's members who are not locked; returns the changed ones, in order. */
export async function followLeanBody(
  { scoped, principal: { staffId }, now }: Ctx,
  planId: string,
  wanted: boolean,
): Promise<Follower[]> {
  const { rows } = await scoped.execute<{ followers: Follower[] }>(sql`
    with changed as (
      update member m set with_lean_body_content = h.due, updated_by = ${Number(staffId)},
        updated_at = ${now.toISOString()}::timestamptz, version = m.version + 1
      from (
        select member_id, ${wanted}::boolean or has_lean_body_elsewhere as due from plan_holders(${Number(planId)})
      ) h
      where m.id = h.member_id and not m.locked_with_lean_body_content and m.with_lean_body_content <> h.due
      returning m.id, m.user_id as "userId", m.shop_id as "shopId", m.with_lean_body_content as has
    )
    select coalesce(json_agg(changed order by id), '[]') as followers from changed`)
  return rows[0]?.followers ?? []
}

/** Another plan of the shop by this name: files name plans, so one of two would be nobody's. */
export async function isNameTaken(
  scoped: Scoped,
  { id, shopId }: Pick<ShopPlanRow, 'id' | 'shopId'>,
  name: string,
): Promise<boolean> {
  const found = await scoped
    .select({ id: shopPlan.id })
    .from(shopPlan)
    .where(and(eq(shopPlan.shopId, shopId), ne(shopPlan.id, id), sql`fold_text(${shopPlan.name}) = fold_text(${name})`))
    .limit(1)
  return found.length > 0
}

export async function hasContracts(scoped: Scoped, planId: string): Promise<boolean> {
  const [found] = await rowsOf<{ has: boolean }>(
    scoped,
    sql`select exists (select from ${contract} c where c.plan_id = ${Number(planId)}) as has`,
  )
  return found?.has ?? false
}

/** Plans that were joined with this one. */
export const joinedWith = (scoped: Scoped, planId: string) =>
  scoped
    .select({ id: shopPlan.id, name: shopPlan.name })
    .from(shopPlan)
    .where(eq(shopPlan.joinedTo, planId))
    .orderBy(asc(shopPlan.id))

/** Contracts and members that go along where the plan is joined, and whether other plans were joined with it. */
export async function alongOf(scoped: Scoped, planId: string) {
  const [found] = await rowsOf<{ contracts: number; members: number; joined: boolean }>(
    scoped,
    sql`select count(*)::integer as contracts, count(distinct c.member_id)::integer as members,
        exists (select from shop_plan o where o.joined_to = ${Number(planId)}) as joined
      from ${contract} c where c.plan_id = ${Number(planId)}`,
  )
  return found ?? { contracts: 0, members: 0, joined: false }
}
