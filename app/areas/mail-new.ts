import { MailPlus } from 'lucide-react'
import type { Area } from '~/frame/area'

export const mailNew = {
  path: '/mail/new',
  label: 'メール作成',
  icon: MailPlus,
  permission: 'mail.send',
} as const satisfies Area
