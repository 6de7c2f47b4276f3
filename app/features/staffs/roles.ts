import type { Me } from '#contract/user.ts'
import { type RoleLevel, roleLevels } from '#contract/words/staff.ts'
import { valuesOf } from '#contract/words/words.ts'

/** The roles that somebody may give; the API has the last word. */
export function rolesBelow({ isAdmin, staff: { role } }: Pick<Me, 'isAdmin' | 'staff'>): RoleLevel[] {
  const levels = valuesOf(roleLevels)
  return isAdmin || role === 'all' ? levels : levels.slice(0, Math.max(0, levels.indexOf(role)))
}
