import { type Permission, scopeOf, smallestGroup } from '#contract/permissions.ts'
import type { Principal, Reach, ShopScope, Viewer } from '../context.ts'

const ownShops = ({ shopStaffList }: Principal) => shopStaffList.map(({ shopId }) => shopId)

/** How far `permission` reaches for this principal; null without it. */
export function reachOf(principal: Principal, permission: Permission): Reach | null {
  const shopIds = ownShops(principal)
  const { staffId } = principal
  const rule = scopeOf(principal, permission)
  switch (rule) {
    case null:
      return null
    case 'all':
      return { rule }
    case 'shops':
    case 'published':
      return { rule, shopIds }
    case 'aggregate':
      return { rule, shopIds, atLeast: smallestGroup }
    case 'assigned':
      return { rule, shopIds, staffId }
    case 'own':
      return { rule, staffId }
  }
}

/** The shops whose rows a principal may see under any right: the whole chain for head office, else their own. */
export const shopsOf = (principal: Principal): ShopScope =>
  principal.role === 'all' || principal.isAdmin ? 'all' : ownShops(principal)

export const viewerOf = (principal: Principal): Viewer => ({
  shops: shopsOf(principal),
  staffId: principal.staffId,
  sid: principal.sid,
})
