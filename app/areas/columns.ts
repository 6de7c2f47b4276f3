import { Newspaper } from 'lucide-react'
import type { Area } from '~/frame/area'

export const columns = {
  path: '/other-settings/columns',
  label: 'コラム',
  icon: Newspaper,
  permission: 'column.read',
  hasNew: true,
  found: 'コラム',
} as const satisfies Area
