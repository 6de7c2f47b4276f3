import { and, asc, between, eq, inArray, sql } from 'drizzle-orm'
import type { ShopTargetDraft } from '#contract/shop-target.ts'
import type { Ctx, Scoped, ShopScope } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { shop } from '../../db/schema/organisation.ts'
import { shopTarget } from '../../db/schema/shop-target.ts'

export type TargetRow = typeof shopTarget.$inferSelect

/** A month of a shop, `month` as its first day. */
export interface ShopMonth {
  shopId: string
  month: string
}

/** The shops in scope, or one of them, in display order, with the targets of every month. */
export const targetShops = (scoped: Scoped, shops: ShopScope, shopId?: string) =>
  scoped
    .select({ id: shop.id, name: shop.name, standing: shop.monthlyTargets })
    .from(shop)
    .where(
      and(
        shops === 'all' ? undefined : inArray(shop.id, shops),
        shopId === undefined ? undefined : eq(shop.id, shopId),
      ),
    )
    .orderBy(asc(shop.sortOrder), asc(shop.id))

/** The entered months of these shops between two first days. */
export const readTargets = (scoped: Scoped, shopIds: readonly string[], from: string, to: string) =>
  scoped
    .select()
    .from(shopTarget)
    .where(and(inArray(shopTarget.shopId, [...shopIds]), between(shopTarget.month, from, to)))

/** The entered ones of these months, locked until the transaction ends, always in the same order. */
export const holdTargets = (scoped: Scoped, months: readonly ShopMonth[]): Promise<TargetRow[]> =>
  scoped
    .select()
    .from(shopTarget)
    .where(isOneOf(months))
    .orderBy(asc(shopTarget.shopId), asc(shopTarget.month))
    .for('update')

/** Writes the targets of months that are held, or that nobody has entered; returns those that it has written. */
export function writeTargets(
  { scoped, principal: { staffId }, now }: Ctx,
  rows: readonly (ShopMonth & ShopTargetDraft & { seen: number | null })[],
): Promise<ShopMonth[]> {
  const [by, at] = [Number(staffId), now.toISOString()]
  return rowsOf<ShopMonth>(
    scoped,
    sql`
      insert into shop_target as t (shop_id, month, admission, withdrawal_max, sales, closing_members,
        created_by, updated_by, created_at, updated_at)
      select (v ->> 'shopId')::integer, (v ->> 'month')::date, (v ->> 'admission')::integer,
        (v ->> 'withdrawalMax')::integer, (v ->> 'sales')::integer, (v ->> 'closingMembers')::integer,
        ${by}::integer, ${by}::integer, ${at}::timestamptz, ${at}::timestamptz
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) v
      on conflict (shop_id, month) do update set admission = excluded.admission,
        withdrawal_max = excluded.withdrawal_max, sales = excluded.sales, closing_members = excluded.closing_members,
        updated_by = excluded.updated_by, updated_at = excluded.updated_at, version = t.version + 1
      where exists (
        select from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) v
        where (v ->> 'shopId')::integer = t.shop_id and (v ->> 'month')::date = t.month
          and (v ->> 'seen')::integer = t.version)
      returning t.shop_id::text as "shopId", t.month::text as month`,
  )
}

const isOneOf = (months: readonly ShopMonth[]) =>
  sql`(${shopTarget.shopId}, ${shopTarget.month}) in (${sql.join(
    months.map(({ shopId, month }) => sql`(${Number(shopId)}, ${month}::date)`),
    sql`, `,
  )})`
