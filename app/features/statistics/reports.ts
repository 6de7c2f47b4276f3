import type { Permission } from '#contract/permissions.ts'
import type { ScreenPath } from '~/frame/area'

interface Report {
  path: ScreenPath
  label: string
  /** What its reader wants to know. */
  question: string
  permission: Permission
}

/** The reports of 統計, in the order of the menu. */
export const reports: readonly Report[] = []
