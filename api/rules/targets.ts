import { ApiError } from '#contract/errors.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Ctx } from '../context.ts'

// The shops that a record is for: all of the chain, or those listed.

/** As on the wire. */
export type Target = { scope: 'all'; shopIds: string[] } | { scope: 'shops'; shopIds: string[] }

/** As stored. */
interface StoredTarget {
  targetScope: 'all' | 'shops'
  targetShopIds: readonly number[]
}

/** 422 for every shop where the right does not cover every shop; the shops listed are the verb's to check. */
export function requireWholeChain(ctx: Ctx, permission: Permission, message: string) {
  if (ctx.reach(permission).rule !== 'all') throw new ApiError('invalid', { fields: { target: message } })
}

/** A target as it is stored: each shop once, sorted. */
export const storedTarget = ({ scope, shopIds }: Target) => ({
  targetScope: scope,
  targetShopIds: [...new Set(shopIds)].map(Number).sort((a, b) => a - b),
})

/** A stored target on the wire, with all its shops. */
export const targetOf = ({ targetScope, targetShopIds }: StoredTarget): Target =>
  targetScope === 'all' ? { scope: 'all', shopIds: [] } : { scope: 'shops', shopIds: targetShopIds.map(String) }

/** The only shop of a target; undefined for several shops, and for the whole chain. */
export const onlyShopOf = ({ targetShopIds: [only, ...others] }: StoredTarget) =>
  only === undefined || others.length > 0 ? undefined : String(only)

/** The target with the shops that the caller may see, and whether these are all of it: a change requires all. */
export function targetInSight({ shops }: Ctx, row: StoredTarget): { target: Target; isWhole: boolean } {
  const target = targetOf(row)
  if (shops === 'all') return { target, isWhole: true }
  const seen = target.shopIds.filter((id) => shops.includes(id))
  return {
    target: { ...target, shopIds: seen },
    isWhole: target.scope === 'shops' && seen.length === target.shopIds.length,
  }
}
