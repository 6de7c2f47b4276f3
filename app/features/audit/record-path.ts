import type { AuditRow } from '#contract/audit.ts'
import type { Permission, Scope } from '#contract/permissions.ts'

interface RecordPlace {
  to: string
  search?: Record<string, string>
}

type Reach = (permission: Permission) => Scope | undefined

/** URL of an entry's record; undefined if no screen shows it, or none that the user may open. */
export function recordPath(
  { resourceType, resourceId, resourceName, resourceKey, member, shop }: AuditRow,
  reach: Reach,
): RecordPlace | undefined {
  if (member) {
    if (reach('member.read') === undefined) return undefined
    const logs = reach('log.condition')
    const ofOne = resourceType === 'dailyLog' && logs !== undefined && logs !== 'aggregate' ? '/daily-logs' : ''
    return { to: `/hacomono/members/${member.id}${ofOne}` }
  }
  // Deleted, or out of scope.
  if (resourceId === null || resourceName === null) return undefined
  if (resourceType === 'dailyReport') {
    if (!shop || !resourceKey || !reach('dailyReport.read')) return undefined
    return { to: `/shop-reports/${shop.id}/${resourceKey}` }
  }
  if (resourceType === 'policy') {
    const place = resourceKey === 'userPolicy' ? 'user-policies' : 'privacy-policy'
    return reach('policy.read') ? { to: `/other-settings/${place}/${resourceId}` } : undefined
  }
  // A saved condition has no page: links to its list.
  if (resourceType === 'segment') {
    return reach('member.read') ? { to: '/hacomono/members', search: JSON.parse(resourceKey ?? '{}') } : undefined
  }
  const screen = screens[resourceType]
  return screen && reach(screen.permission) ? { to: `${screen.path}/${resourceId}` } : undefined
}

const screens: Record<string, { path: string; permission: Permission }> = {
  staff: { path: '/staffs', permission: 'staff.read' },
  shop: { path: '/hacomono/shops', permission: 'shop.read' },
  shopPlan: { path: '/hacomono/plans-or-tickets', permission: 'plan.read' },
  announcement: { path: '/other-settings/announcements', permission: 'announcement.read' },
  leanBody: { path: '/lean-body/contents', permission: 'leanBody.read' },
  reportAction: { path: '/shop-reports/actions', permission: 'reportAction.read' },
  column: { path: '/other-settings/columns', permission: 'column.read' },
  mailTemplate: { path: '/mail/templates', permission: 'mailTemplate.read' },
  mailStep: { path: '/mail/steps', permission: 'mailStep.read' },
  mailLog: { path: '/mail/logs', permission: 'mailLog.read' },
}
