import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DayFigure } from '#contract/words/daily-report.ts'
import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import { useCan } from '~/auth/session'

/** Drill-down and permission of each daily figure. 休会 lists its first day only; bills are monthly. */
function rowsOf(key: DayFigure) {
  switch (key) {
    case 'visitCount':
      return { to: '/dashboard/visits', search: {}, permission: 'member.read' } as const
    case 'uniqueVisitors':
      return { to: '/dashboard/members', search: { figure: 'uniqueVisitors' }, permission: 'member.read' } as const
    case 'admissionCount':
      return { to: '/dashboard/members', search: { figure: 'admissions' }, permission: 'member.read' } as const
    case 'withdrawalRequestCount':
      return { to: '/dashboard/members', search: { figure: 'withdrawalRequests' }, permission: 'member.read' } as const
    case 'tourCount':
      return { to: '/dashboard/leads', search: { figure: 'tours' }, permission: 'member.read' } as const
    case 'trialCount':
      return { to: '/dashboard/leads', search: { figure: 'trials' }, permission: 'member.read' } as const
    case 'bookedCount':
      return { to: '/dashboard/reservations', search: { figure: 'booked' }, permission: 'reservation.read' } as const
    case 'attendedCount':
      return { to: '/dashboard/reservations', search: { figure: 'attended' }, permission: 'reservation.read' } as const
    case 'noShowCount':
      return { to: '/dashboard/reservations', search: { figure: 'noShow' }, permission: 'reservation.read' } as const
  }
  const category = key.replace('salesByCategory.', '')
  if (!Object.hasOwn(salesCategories, category)) return undefined
  return {
    to: '/dashboard/sales',
    search: { category: category as SalesCategory },
    permission: 'report.money',
  } as const
}

interface RowsOfDayProps {
  of: DayFigure
  value: number | null | undefined
  shopId: string
  date: string
  children: ReactNode
}

/** A day's figure, linked to its current rows. */
export function RowsOfDay({ of, value, shopId, date, children }: RowsOfDayProps) {
  const can = useCan()
  const rows = rowsOf(of)
  if (!rows || !value || !can(rows.permission)) return children
  const [year, month, day] = date.split('-').map(Number)
  return (
    <Link
      to={rows.to}
      search={{ ...rows.search, shop: shopId, year, month, day } as never}
      preload={false}
      className="underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}
