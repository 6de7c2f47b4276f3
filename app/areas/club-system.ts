import { RefreshCw } from 'lucide-react'
import type { Area } from '~/frame/area'

export const clubSystem: Area = {
  path: '/other-settings/club-system',
  label: '会員管理システム',
  icon: RefreshCw,
  permission: 'sync.run',
}
