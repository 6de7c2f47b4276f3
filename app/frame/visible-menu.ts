import type { Permission } from '#contract/permissions.ts'
import type { MenuGroup } from './menu'

/** The groups that this person sees: areas they have a right to; a group with none of them is left out. */
export function visibleMenu(menu: MenuGroup[], can: (permission: Permission) => boolean): MenuGroup[] {
  return menu
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => can(entry.permission)) }))
    .filter((group) => group.entries.length > 0)
}
