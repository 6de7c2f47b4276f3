import { CalendarRange } from 'lucide-react'
import type { Area } from '~/frame/area'

/** Reached from 統計, not from the menu. */
export const events = {
  path: '/statistics/events',
  label: '出来事',
  icon: CalendarRange,
  permission: 'report.analysis',
} as const satisfies Area
