import { Users } from 'lucide-react'
import type { Area } from '~/frame/area'

export const members = {
  path: '/hacomono/members',
  label: '会員',
  icon: Users,
  permission: 'member.read',
  found: '会員',
} as const satisfies Area

/** A saved condition has no page: it opens its list. */
export const segments = {
  ...members,
  found: undefined,
  addressOf: ({ key }) => ({ to: members.path, search: JSON.parse(key ?? '{}') }),
} as const satisfies Area
