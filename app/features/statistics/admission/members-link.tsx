import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Admission } from '#contract/report-admission.ts'
import { useCan } from '~/auth/session'
import { addMonths } from '~/lib/dates'
import { allShops } from '~/shop/selected-shop'

interface MembersLinkProps {
  stats: Admission
  /** Early leavers joined in the days of the report, and left within three months. */
  figure: 'admissions' | 'withdrawals' | 'early'
  /** The link's name: what is counted, with its number and the visible text. */
  name: string
  /** YYYY-MM; omitted: the whole period. */
  month?: string
  children: ReactNode
}

/** The people behind a figure of a month or a year, for who may read members; other periods have their months. */
export function MembersLink({ stats, figure, name, month, children }: MembersLinkProps) {
  const can = useCan()
  const { from, to, shopId, joinedBy } = stats.requestInfo
  const [first, last] = month ? [month, month] : [from.slice(0, 7), to.slice(0, 7)]
  const isYear = addMonths(first, 11) === last
  if (!can('member.read') || (figure !== 'withdrawals' && joinedBy !== 'joined') || (first !== last && !isYear))
    return null
  const [year, number] = addMonths(first, figure === 'early' ? 3 : 0)
    .split('-')
    .map(Number) as [number, number]
  return (
    <Link
      to="/dashboard/members"
      search={{
        figure: figure === 'early' ? 'retentionLost' : figure,
        ...(figure === 'early' && { months: 3 }),
        shop: shopId ?? allShops,
        year,
        ...(isYear ? number > 1 && { fiscalStartMonth: number } : { month: number }),
      }}
      aria-label={name}
      className="text-primary underline underline-offset-4 print:no-underline"
    >
      {children}
    </Link>
  )
}
