import { Mails } from 'lucide-react'
import type { Area } from '~/frame/area'

export const mailLogs = {
  path: '/mail/logs',
  label: '送信履歴',
  icon: Mails,
  permission: 'mailLog.read',
} as const satisfies Area
