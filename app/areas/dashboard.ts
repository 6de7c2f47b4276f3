import { LayoutDashboard } from 'lucide-react'
import type { Area } from '~/frame/area'

export const dashboard = {
  path: '/dashboard',
  label: 'ダッシュボード',
  icon: LayoutDashboard,
  permission: 'report.members',
} as const satisfies Area
