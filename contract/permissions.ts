import type { RoleLevel } from './words/staff.ts'

/**
 * The reach of a right: `own` the caller's own data, `assigned` members assigned to that trainer (or booked with them
 * within 30 days), `published` what members see, `shops` the shops of the caller's shopStaffList, `aggregate` a few
 * rounded counts of at least 5 people, `all` everything. `published` and `aggregate` are limited to the caller's shops
 * too.
 */
export const scopes = ['own', 'assigned', 'published', 'shops', 'aggregate', 'all'] as const
export type Scope = (typeof scopes)[number]

/** The smallest count of people that a right with the reach `aggregate` may show, and the step it is rounded to. */
export const smallestGroup = 5

type Cell = Scope | '-'
interface Row {
  level1: Cell
  level2: Cell
  level3: Cell
  level4: Cell
  all: Cell
  admin: Cell
}

const row = (level1: Cell, level2: Cell, level3: Cell, level4: Cell, all: Cell, admin: Cell): Row => ({
  level1,
  level2,
  level3,
  level4,
  all,
  admin,
})

/** The permission matrix: each right and its reach by role. The last column is for the admin flag. */
export const matrix = {
  'account.self': row('own', 'own', 'own', 'own', 'own', 'own'),
  'shop.read': row('shops', 'shops', 'shops', 'shops', 'all', 'all'),
  'shop.write': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'plan.read': row('-', 'shops', 'shops', 'shops', 'all', 'all'),
  'plan.write': row('-', '-', '-', 'shops', 'all', 'all'),
  'reservation.read': row('-', 'shops', 'shops', 'shops', 'all', 'all'),
  'member.read': row('-', 'shops', 'shops', 'shops', 'all', 'all'),
  'member.write': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'member.export': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'report.members': row('aggregate', 'shops', 'shops', 'shops', 'all', 'all'),
  'report.money': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'report.analysis': row('-', 'shops', 'shops', 'shops', 'all', 'all'),
  'report.export': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'view.share': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'event.write': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'cost.read': row('-', '-', '-', 'shops', 'all', 'all'),
  'cost.write': row('-', '-', '-', 'shops', 'all', 'all'),
  'staff.read': row('-', 'shops', 'shops', 'shops', 'all', 'all'),
  'staff.write': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'staff.delete': row('-', '-', '-', 'shops', 'all', 'all'),
  'staff.password': row('-', '-', '-', 'shops', 'all', 'all'),
  'admin.flag': row('-', '-', '-', '-', '-', 'all'),
  'rights.preview': row('-', '-', '-', '-', '-', 'all'),
  'dailyReport.read': row('-', 'shops', 'shops', 'shops', 'all', 'all'),
  'dailyReport.write': row('-', 'shops', 'shops', '-', 'all', 'all'),
  'dailyReport.approve': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'dailyReport.reopen': row('-', '-', '-', '-', 'all', 'all'),
  'reportAction.read': row('-', 'shops', 'shops', 'shops', 'all', 'all'),
  'reportAction.write': row('-', 'shops', 'shops', 'shops', 'all', 'all'),
  'announcement.read': row('published', 'shops', 'shops', 'shops', 'all', 'all'),
  'announcement.write': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'column.read': row('published', 'all', 'all', 'all', 'all', 'all'),
  'column.write': row('-', '-', '-', '-', 'all', 'all'),
  'club.read': row('-', '-', '-', '-', 'all', 'all'),
  'club.write': row('-', '-', '-', '-', 'all', 'all'),
  'leanBody.read': row('all', 'all', 'all', 'all', 'all', 'all'),
  'leanBody.write': row('-', '-', '-', '-', 'all', 'all'),
  'activity.read': row('-', 'assigned', 'shops', 'shops', 'all', 'all'),
  'policy.read': row('-', '-', 'all', 'all', 'all', 'all'),
  'policy.write': row('-', '-', '-', '-', 'all', 'all'),
  'mailTemplate.read': row('-', 'shops', 'shops', 'shops', 'all', 'all'),
  'mailTemplate.write': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'mail.send': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'mailLog.read': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'mailBounce.lift': row('-', '-', '-', '-', 'all', 'all'),
  'mailStep.read': row('-', '-', 'all', 'all', 'all', 'all'),
  'mailStep.write': row('-', '-', '-', '-', 'all', 'all'),
  'log.condition': row('-', 'assigned', 'shops', 'aggregate', 'all', 'all'),
  'log.healthcare': row('-', 'assigned', 'aggregate', 'aggregate', 'all', 'all'),
  'log.location': row('-', '-', 'aggregate', 'aggregate', 'all', 'all'),
  'log.bodyTemp': row('-', 'assigned', 'aggregate', '-', 'all', 'all'),
  'log.menstrual': row('-', 'assigned', '-', '-', 'all', 'all'),
  'log.export': row('-', '-', '-', '-', 'all', 'all'),
  'log.reveal': row('-', '-', '-', '-', 'all', 'all'),
  'log.approve': row('-', '-', '-', 'shops', 'all', 'all'),
  'log.erase': row('-', '-', '-', '-', 'all', 'all'),
  'log.access': row('-', '-', '-', '-', '-', 'all'),
  'healthcareType.read': row('all', 'all', 'all', 'all', 'all', 'all'),
  'image.write': row('-', 'all', 'all', 'all', 'all', 'all'),
  'import.run': row('-', '-', 'shops', 'shops', 'all', 'all'),
  'import.release': row('-', '-', '-', '-', 'all', 'all'),
  'data.export': row('-', '-', '-', '-', '-', 'all'),
  'sync.run': row('-', '-', '-', '-', 'all', 'all'),
  'audit.read': row('own', 'own', 'shops', 'shops', 'all', 'all'),
  'audit.detail': row('-', '-', '-', 'shops', 'all', 'all'),
  'audit.export': row('-', '-', '-', '-', 'all', 'all'),
  'apiDocs.read': row('-', '-', '-', '-', 'all', 'all'),
} as const satisfies Record<string, Row>

export type Permission = keyof typeof matrix
export const permissions = Object.keys(matrix) as Permission[]

/** How far `permission` reaches for this principal; null without the right. */
export function scopeOf(principal: { role: RoleLevel; isAdmin: boolean }, permission: Permission): Scope | null {
  const cell: Cell = matrix[permission][principal.isAdmin ? 'admin' : principal.role]
  return cell === '-' ? null : cell
}

/** All rights of this principal with their reach, for `user/me`. */
export function grantsOf(principal: { role: RoleLevel; isAdmin: boolean }): Partial<Record<Permission, Scope>> {
  const grants: Partial<Record<Permission, Scope>> = {}
  for (const permission of permissions) {
    const scope = scopeOf(principal, permission)
    if (scope) grants[permission] = scope
  }
  return grants
}
