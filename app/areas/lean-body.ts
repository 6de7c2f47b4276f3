import { PlaySquare } from 'lucide-react'
import type { Area } from '~/frame/area'

export const leanBodyContents = {
  path: '/lean-body/contents',
  label: 'コンテンツ',
  icon: PlaySquare,
  permission: 'leanBody.read',
} as const satisfies Area
