import { Table2 } from 'lucide-react'
import type { Area } from '~/frame/area'

export const imports = {
  path: '/other-settings/imports',
  label: '取り込み',
  icon: Table2,
  permission: 'import.run',
} as const satisfies Area
