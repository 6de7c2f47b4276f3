import { Users } from 'lucide-react'
import type { Area } from '~/frame/area'

export const members = {
  path: '/hacomono/members',
  label: '会員',
  icon: Users,
  permission: 'member.read',
  found: '会員',
} as const satisfies Area

/** Shared conditions have no page: they open their list. Views of reports have no address in the log. */
export const savedViews = {
  ...members,
  found: undefined,
  addressOf: ({ key }) => (key ? { to: members.path, search: JSON.parse(key) } : undefined),
} as const satisfies Area
