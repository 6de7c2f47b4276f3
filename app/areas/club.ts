import { Building2 } from 'lucide-react'
import type { Area } from '~/frame/area'

export const club: Area = {
  path: '/other-settings/club',
  label: '会社情報',
  icon: Building2,
  permission: 'club.read',
}
