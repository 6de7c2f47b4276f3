import { IdCard } from 'lucide-react'
import type { Area } from '~/frame/area'

export const staffs = {
  path: '/staffs',
  label: 'スタッフ',
  icon: IdCard,
  permission: 'staff.read',
  found: 'スタッフ',
} as const satisfies Area
