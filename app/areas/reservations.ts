import { CalendarDays } from 'lucide-react'
import type { Area } from '~/frame/area'

export const reservations = {
  path: '/hacomono/reservations',
  label: '予約',
  icon: CalendarDays,
  permission: 'reservation.read',
} as const satisfies Area
