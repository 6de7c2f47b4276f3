import { FileUp } from 'lucide-react'
import type { Area } from '~/frame/area'

export const imports = {
  path: '/other-settings/imports',
  label: '取り込み',
  icon: FileUp,
  permission: 'import.run',
} as const satisfies Area
