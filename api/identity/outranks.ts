import type { RoleLevel } from '#contract/words/staff.ts'

const below: Record<RoleLevel, readonly RoleLevel[]> = {
  level1: [],
  level2: [],
  level3: ['level1', 'level2'],
  level4: ['level1', 'level2', 'level3'],
  all: ['level1', 'level2', 'level3', 'level4', 'all'],
}

interface Rank {
  role: RoleLevel
  isAdmin: boolean
}

/**
 * Which role may act on which: levels 1–4 not on peers or superiors, `all` on everyone but admins, admins on everyone.
 */
export const outranks = (actor: Rank, target: Rank) =>
  actor.isAdmin || (!target.isAdmin && below[actor.role].includes(target.role))
