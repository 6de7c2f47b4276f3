import { Tickets } from 'lucide-react'
import type { Area } from '~/frame/area'

export const plansAndTickets = {
  path: '/hacomono/plans-or-tickets',
  label: 'プラン・チケット',
  icon: Tickets,
  permission: 'plan.read',
  found: 'プラン',
} as const satisfies Area
