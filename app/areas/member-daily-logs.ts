import { HeartPulse } from 'lucide-react'
import type { Area } from '~/frame/area'

export const memberDailyLogs = {
  path: '/member-daily-logs',
  label: '日次ログ',
  icon: HeartPulse,
  permission: 'log.condition',
} as const satisfies Area
