import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type KpiKey, kpi } from '#contract/kpi.ts'
import type { MemberFigure, SaleFigure, SalesCategory } from '#contract/report.ts'
import { useCan } from '~/auth/session'
import { formatCount } from '~/lib/format'
import { allShops } from '~/shop/selected-shop'
import type { ShownFigure } from './figures'

/** Figures whose rows a screen of their own shows. */
const behind = {
  openingMembers: 'members',
  admissions: 'members',
  readmissions: 'members',
  transferIn: 'members',
  withdrawals: 'members',
  transferOut: 'members',
  closingMembers: 'members',
  suspendedMembers: 'members',
  operatingMembers: 'members',
  visitCount: 'members',
  visitDays: 'members',
  uniqueVisitors: 'members',
  zeroVisitors: 'members',
  netSales: 'sales',
  unpaid: 'sales',
} as const satisfies Record<MemberFigure, 'members'> & Partial<Record<SaleFigure, 'sales'>>

type Opened = keyof typeof behind
const isOpened = (key: KpiKey): key is Opened => key in behind
const isOfMembers = (key: Opened): key is MemberFigure & Opened => behind[key] === 'members'

/** Which shop's and which period's figures stand on the screen. */
export interface FigureSource {
  shopId: string | null
  year: number
  month?: number
  fiscalStartMonth?: number
}

interface Way {
  search: { shop: string; year: number; month?: number; fiscalStartMonth?: number }
  toMembers: boolean
  toSales: boolean
}

const WayContext = createContext<Way | null>(null)

/** Figures below lead to their rows, for those who may read them. Without a source they do not: it may come later. */
export function FiguresOf({ source, children }: { source: FigureSource | null; children: ReactNode }) {
  const can = useCan()
  const way = useMemo(() => {
    if (!source) return null
    const { shopId, year, month, fiscalStartMonth = 1 } = source
    return {
      search: {
        shop: shopId ?? allShops,
        year,
        month,
        fiscalStartMonth: fiscalStartMonth === 1 ? undefined : fiscalStartMonth,
      },
      toMembers: can('member.read'),
      toSales: can('report.money'),
    }
  }, [source, can])
  return <WayContext value={way}>{children}</WayContext>
}

interface FigureLinkProps {
  figure: Pick<ShownFigure, 'key' | 'label' | 'value' | 'text'>
  /** Of sales: only these. */
  category?: SalesCategory
}

/** A figure's number, leading to the rows that it was counted from where there are any. */
export function FigureLink({ figure: { key, label, value, text }, category }: FigureLinkProps) {
  const way = useContext(WayContext)
  if (!way || !value || !isOpened(key)) return text
  const look = {
    'aria-label': `${label} ${formatCount(value)}${kpi[key].unit}の内訳`,
    // Nobody who only passes by asks for rows.
    preloadDelay: 100,
    className: 'rounded-xs underline-offset-4 decoration-1 hover:underline focus-visible:underline',
  }
  if (isOfMembers(key)) {
    if (!way.toMembers) return text
    return (
      <Link to="/dashboard/members" search={{ figure: key, ...way.search }} {...look}>
        {text}
      </Link>
    )
  }
  if (!way.toSales) return text
  return (
    <Link to="/dashboard/sales" search={{ figure: key, category, ...way.search }} {...look}>
      {text}
    </Link>
  )
}
