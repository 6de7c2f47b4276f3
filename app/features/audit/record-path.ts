import type { AuditRow } from '#contract/audit.ts'
import type { Permission } from '#contract/permissions.ts'

/** Where the record is that a row is about; undefined where no screen shows it, or not to this person. */
export function recordPath(
  { resourceType, resourceId, resourceName, member }: AuditRow,
  can: (permission: Permission) => boolean,
): string | undefined {
  if (member) return can('member.read') ? `/hacomono/members/${member.id}` : undefined
  // It is not there any more, or not in sight.
  if (resourceId === null || resourceName === null) return undefined
  const screen = screens[resourceType]
  return screen && can(screen.permission) ? `${screen.path}/${resourceId}` : undefined
}

const screens: Record<string, { path: string; permission: Permission }> = {
  staff: { path: '/staffs', permission: 'staff.read' },
  shop: { path: '/hacomono/shops', permission: 'shop.read' },
  shopPlan: { path: '/hacomono/plans-or-tickets', permission: 'plan.read' },
  announcement: { path: '/other-settings/announcements', permission: 'announcement.read' },
  leanBody: { path: '/lean-body/contents', permission: 'leanBody.read' },
  reportAction: { path: '/shop-reports/actions', permission: 'reportAction.read' },
  column: { path: '/other-settings/columns', permission: 'column.read' },
}
