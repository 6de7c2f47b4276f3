import { Megaphone } from 'lucide-react'
import type { Area } from '~/frame/area'

export const announcements = {
  path: '/other-settings/announcements',
  label: 'お知らせ',
  icon: Megaphone,
  permission: 'announcement.read',
  hasNew: true,
  found: 'お知らせ',
} as const satisfies Area
