import { Target } from 'lucide-react'
import type { Area } from '~/frame/area'

/** Not in the menu: 日報 leads there. */
export const reportActions = {
  path: '/shop-reports/actions',
  label: '改善アクション',
  icon: Target,
  permission: 'reportAction.read',
  found: '改善アクション',
} as const satisfies Area
