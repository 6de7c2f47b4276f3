import { and, asc, between, eq, inArray, sql } from 'drizzle-orm'
import type { ShopTargetDraft } from '#contract/shop-target.ts'
import type { Ctx, Scoped, ShopScope } from '../../context.ts'
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
  const by = { createdBy: staffId, updatedBy: staffId, createdAt: now, updatedAt: now }
  const seen = JSON.stringify(rows.map(({ shopId, month, seen: version }) => ({ shopId, month, version })))
  const newly = (column: string) => sql`excluded.${sql.identifier(column)}`
  return scoped
    .insert(shopTarget)
    .values(rows.map(({ seen: _, ...row }) => ({ ...row, ...by })))
    .onConflictDoUpdate({
      target: [shopTarget.shopId, shopTarget.month],
      set: {
        admission: newly('admission'),
        withdrawalMax: newly('withdrawal_max'),
        sales: newly('sales'),
        closingMembers: newly('closing_members'),
        updatedBy: newly('updated_by'),
        updatedAt: newly('updated_at'),
        version: sql`${shopTarget.version} + 1`,
      },
      setWhere: sql`exists (
        select from jsonb_array_elements(${seen}::jsonb) v
        where (v ->> 'shopId')::integer = ${shopTarget.shopId} and (v ->> 'month')::date = ${shopTarget.month}
          and (v ->> 'version')::integer = ${shopTarget.version})`,
    })
    .returning({ shopId: shopTarget.shopId, month: shopTarget.month })
}

const isOneOf = (months: readonly ShopMonth[]) =>
  sql`(${shopTarget.shopId}, ${shopTarget.month}) in (${sql.join(
    months.map(({ shopId, month }) => sql`(${Number(shopId)}, ${month}::date)`),
    sql`, `,
  )})`
