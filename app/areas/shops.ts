import { Store } from 'lucide-react'
import type { Area } from '~/frame/area'

export const shops = {
  path: '/hacomono/shops',
  label: '店舗',
  icon: Store,
  permission: 'shop.read',
  found: '店舗',
} as const satisfies Area
