import type { Permission } from '#contract/permissions.ts'
import type { MenuGroup } from './area'

/** Menu groups with the entries that the user may open; empty groups are left out. */
export function visibleMenu(menu: MenuGroup[], can: (permission: Permission) => boolean): MenuGroup[] {
  return menu
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => can(entry.permission)) }))
    .filter((group) => group.entries.length > 0)
}
