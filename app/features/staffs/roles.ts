import type { Me } from '#contract/user.ts'
import { type RoleLevel, roleLevels } from '#contract/words/staff.ts'
import { valuesOf } from '#contract/words/words.ts'

/** Roles that the user may assign; the API decides. */
export function rolesBelow({ isAdmin, staff: { role } }: Pick<Me, 'isAdmin' | 'staff'>): RoleLevel[] {
  const levels = valuesOf(roleLevels)
  return isAdmin || role === 'all' ? levels : levels.slice(0, Math.max(0, levels.indexOf(role)))
}
