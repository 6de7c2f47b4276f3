import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { LeadFigure, MemberFigure, ReservationFigure, SaleFigure, SlotFigure } from '#contract/figure-rows.ts'
import { type KpiKey, kpi } from '#contract/kpi.ts'
import type { Permission } from '#contract/permissions.ts'
import type { SalesCategory } from '#contract/sale.ts'
import { useCan } from '~/auth/session'
import { formatCount } from '~/lib/format'
import { salesCategoryLabel } from '~/lib/labels'
import { allShops } from '~/shop/selected-shop'
import type { ShownFigure } from './figures'

/** Figures whose rows a screen of their own shows, and which screen that is. */
const behind = {
  openingMembers: 'members',
  admissions: 'members',
  readmissions: 'members',
  transferIn: 'members',
  withdrawals: 'members',
  transferOut: 'members',
  netGrowth: 'members',
  withdrawalRequests: 'members',
  closingMembers: 'members',
  suspendedMembers: 'members',
  operatingMembers: 'members',
  visitCount: 'members',
  visitDays: 'members',
  uniqueVisitors: 'members',
  zeroVisitors: 'members',
  netSales: 'sales',
  unpaid: 'sales',
  booked: 'reservations',
  attended: 'reservations',
  noShow: 'reservations',
  lateCancel: 'reservations',
  cancelled: 'reservations',
  slots: 'classes',
  capacity: 'classes',
  tours: 'leads',
  trials: 'leads',
  trialsJoined: 'leads',
} as const satisfies Record<MemberFigure, 'members'> &
  Partial<Record<SaleFigure, 'sales'>> &
  Record<ReservationFigure, 'reservations'> &
  Record<SlotFigure, 'classes'> &
  Record<LeadFigure, 'leads'>

type Opened = keyof typeof behind
type Screen = (typeof behind)[Opened]
type OpenedOn<S extends Screen> = { [Key in Opened]: (typeof behind)[Key] extends S ? Key : never }[Opened]

const rights: Record<Screen, Permission> = {
  members: 'member.read',
  sales: 'report.money',
  reservations: 'reservation.read',
  classes: 'reservation.read',
  leads: 'member.read',
}

interface Source {
  rows: Opened
  /** At this value there are no such rows. */
  emptyAt?: number
  category?: SalesCategory
}

/**
 * Rates and means, and the rows by which they are understood: those that the figure rises with, or falls. 実働率 opens
 * who did not come, for visitors of other shops are in 来館者数 and not in the rate.
 */
const sources: Partial<Record<KpiKey, Source>> = {
  admissionRate: { rows: 'admissions', emptyAt: 0 },
  churnRate: { rows: 'withdrawals', emptyAt: 0 },
  annualChurn: { rows: 'withdrawals', emptyAt: 0 },
  averageMonthlyChurn: { rows: 'withdrawals', emptyAt: 0 },
  visitRate: { rows: 'zeroVisitors', emptyAt: 1 },
  visitFrequency: { rows: 'visitDays', emptyAt: 0 },
  visitsPerVisitor: { rows: 'visitDays' },
  visitMedian: { rows: 'uniqueVisitors' },
  utilization: { rows: 'slots' },
  attendanceRate: { rows: 'slots' },
  noShowRate: { rows: 'noShow', emptyAt: 0 },
  lateCancelRate: { rows: 'lateCancel', emptyAt: 0 },
  trialConversion: { rows: 'trialsJoined', emptyAt: 0 },
  arpu: { rows: 'netSales', emptyAt: 0 },
  duesPerMember: { rows: 'netSales', emptyAt: 0, category: 'membershipFee' },
  collectionRate: { rows: 'unpaid', emptyAt: 1 },
  equilibrium: { rows: 'admissions' },
  tenure: { rows: 'withdrawals' },
  predictedLtv: { rows: 'netSales' },
  cohortLtv: { rows: 'admissions' },
}

const isOpened = (key: KpiKey): key is Opened => key in behind

/** Comings and goings may cancel each other out. */
const sourceOf = (key: KpiKey): Source | undefined =>
  isOpened(key) ? { rows: key, ...(key !== 'netGrowth' && { emptyAt: 0 }) } : sources[key]

/** Which shop's and which period's figures stand on the screen. */
export interface FigureSource {
  shopId: string | null
  year: number
  month?: number
  fiscalStartMonth?: number
}

interface Way {
  search: { shop: string; year: number; month?: number; fiscalStartMonth?: number }
  can: ReturnType<typeof useCan>
}

const WayContext = createContext<Way | null>(null)

/** Figures below lead to their rows, for those who may read them. Without a source they do not: it may come later. */
export function FiguresOf({ source, children }: { source: FigureSource | null; children: ReactNode }) {
  const can = useCan()
  const way = useMemo(() => {
    if (!source) return null
    const { shopId, ...period } = source
    return { search: searchOf({ shop: shopId ?? allShops, ...period }), can }
  }, [source, can])
  return <WayContext value={way}>{children}</WayContext>
}

/** The calendar year is not named. */
const searchOf = ({ shop, year, month, fiscalStartMonth }: Way['search']): Way['search'] => ({
  shop,
  year,
  month,
  fiscalStartMonth: fiscalStartMonth === 1 ? undefined : fiscalStartMonth,
})

/** The address of a figure's rows. */
function rowsAt(rows: Opened, search: Way['search'], category: SalesCategory | undefined) {
  const figure = <S extends Screen>() => ({ figure: rows as OpenedOn<S>, ...search })
  switch (behind[rows]) {
    case 'members':
      return { to: '/dashboard/members', search: figure<'members'>() } as const
    case 'sales':
      return { to: '/dashboard/sales', search: { category, ...figure<'sales'>() } } as const
    case 'reservations':
      return { to: '/dashboard/reservations', search: figure<'reservations'>() } as const
    case 'classes':
      return { to: '/dashboard/classes', search: figure<'classes'>() } as const
    case 'leads':
      return { to: '/dashboard/leads', search: figure<'leads'>() } as const
  }
}

/** What is behind a figure, as its screen is called: 会費の売上. */
const nameOf = ({ rows, category }: Source) =>
  `${category ? `${salesCategoryLabel[category]}の` : ''}${kpi[rows].label}`

export interface FigureLinkProps {
  figure: Pick<ShownFigure, 'key' | 'label' | 'value' | 'text'>
  /** Of sales: only these. */
  category?: SalesCategory
  /** Another period than the screen's. */
  period?: Pick<FigureSource, 'year' | 'month' | 'fiscalStartMonth'> | undefined
}

/** A figure's number, leading to the rows that it was counted from where there are any. */
export function FigureLink({ figure: { key, label, value, text }, category, period }: FigureLinkProps) {
  const way = useContext(WayContext)
  const source = sourceOf(key)
  if (!way || !source || value == null || value === source.emptyAt || !way.can(rights[behind[source.rows]])) return text
  const { unit } = kpi[key]
  const told = unit === '%' ? text : `${unit === '円' ? formatCount(value) : text}${unit}`
  const { search } = way
  return (
    <Link
      {...rowsAt(
        source.rows,
        period ? searchOf({ shop: search.shop, ...period }) : search,
        category ?? source.category,
      )}
      aria-label={`${label} ${told}${isOpened(key) ? 'の内訳' : `（${nameOf(source)}の内訳）`}`}
      // Nobody who only passes by asks for rows.
      preloadDelay={100}
      className="rounded-xs underline-offset-4 decoration-1 hover:underline focus-visible:underline"
    >
      {text}
    </Link>
  )
}
