import { ScrollText } from 'lucide-react'
import type { Area } from '~/frame/area'

export const auditLog = {
  path: '/audit-log',
  label: '操作履歴',
  icon: ScrollText,
  permission: 'audit.read',
} as const satisfies Area
