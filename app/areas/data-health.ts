import { Info } from 'lucide-react'
import type { Area } from '~/frame/area'

export const dataHealth: Area = {
  path: '/other-settings/data-health',
  label: 'データ健康診断',
  icon: Info,
  permission: 'member.write',
}
