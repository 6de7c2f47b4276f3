import { Activity } from 'lucide-react'
import type { Area } from '~/frame/area'

export const memberActivities = {
  path: '/lean-body/member-activities',
  label: '会員の利用状況',
  icon: Activity,
  permission: 'activity.read',
} as const satisfies Area
