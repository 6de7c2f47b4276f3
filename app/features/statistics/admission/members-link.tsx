import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Admission } from '#contract/report-admission.ts'
import { useCan } from '~/auth/session'
import { addMonths } from '~/lib/dates'
import { allShops } from '~/shop/selected-shop'

interface MembersLinkProps {
  stats: Admission
  /** Early leavers joined in the days of the report, and left within three months. */
  figure: 'admissions' | 'withdrawals' | 'knownWithdrawals' | 'early'
  /** The link's name: what is counted, with its number and the visible text. */
  name: string
  /** YYYY-MM; omitted: the whole period. */
  month?: string
  children: ReactNode
}

/** The people behind a figure of the period or one of its months, for who may read members. */
export function MembersLink({ stats, figure, name, month, children }: MembersLinkProps) {
  const can = useCan()
  const { from, to, shopId, joinedBy } = stats.requestInfo
  const [first, last] = month ? [month, month] : [from.slice(0, 7), to.slice(0, 7)]
  const span = monthsBetween(first, last)
  if (!can('member.read') || ((figure === 'admissions' || figure === 'early') && joinedBy !== 'joined')) return null
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
        month: number,
        ...(span > 1 && { span }),
      }}
      aria-label={name}
      className="text-primary underline underline-offset-4 print:no-underline"
    >
      {children}
    </Link>
  )
}

/** How many months these are, the first and the last included. */
function monthsBetween(first: string, last: string): number {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  return count(last) - count(first) + 1
}
