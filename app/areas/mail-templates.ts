import { MailOpen } from 'lucide-react'
import type { Area } from '~/frame/area'

export const mailTemplates = {
  path: '/mail/templates',
  label: 'メールテンプレート',
  icon: MailOpen,
  permission: 'mailTemplate.read',
  hasNew: true,
} as const satisfies Area
