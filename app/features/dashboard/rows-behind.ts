import { type KpiKey, kpi } from '#contract/kpi.ts'
import type { Permission } from '#contract/permissions.ts'
import type { LeadFigure, MemberFigure, ReservationFigure, SaleFigure, SlotFigure } from '#contract/words/drill-down.ts'
import type { SalesCategory } from '#contract/words/report.ts'
import { rowNames, salesCategories } from '#contract/words/report.ts'
import { formatFigure, type ShownFigure, spokenFigure } from './figures'

/** Figures with a drill-down, and its screen. */
const behind = {
  openingMembers: 'members',
  admissions: 'members',
  readmissions: 'members',
  transferIn: 'members',
  withdrawals: 'members',
  knownWithdrawals: 'members',
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
  scheduledAdmissions: 'members',
  scheduledWithdrawals: 'members',
  scheduledSuspensions: 'members',
  retentionJoined: 'members',
  retentionKept: 'members',
  retentionLost: 'members',
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
  /** The value at which there are no rows. */
  emptyAt?: number
  category?: SalesCategory
}

/**
 * Rates and means, and the rows that explain them. 実働率 opens members who did not visit: 来館者数 includes visitors
 * from other shops, who are not part of the rate.
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
  retention: { rows: 'retentionJoined' },
}

const isOpened = (key: KpiKey): key is Opened => key in behind

/** Not a sign of no rows: joins and leaves may cancel out. */
const sourceOf = (key: KpiKey): Source | undefined =>
  isOpened(key) ? { rows: key, ...(key !== 'netGrowth' && { emptyAt: 0 }) } : sources[key]

/** A month or a day of it, or the year that begins with `fiscalStartMonth`. */
export interface FigurePeriod {
  year: number
  month?: number
  day?: number
  fiscalStartMonth?: number
}

/** Shop and period, as in the URL of the rows. */
export interface FigurePlace extends FigurePeriod {
  /** A shop's id, or `all`. */
  shop: string
}

/** The filters of a figure's rows beside shop and period. */
export interface Narrowed {
  /** Of sales: only these. */
  category?: SalesCategory
  /** N of 継続率. */
  months?: number
  /** Of visits: on this weekday (0 = Sunday), in this hour. */
  dow?: number
  hour?: number
}

/** The URL of a figure's rows. Visits of a day or an hour are listed one by one; the calendar year is the default. */
function addressOf(rows: Opened, place: FigurePlace, { category, months, dow, hour }: Narrowed) {
  const search = { ...place, fiscalStartMonth: place.fiscalStartMonth === 1 ? undefined : place.fiscalStartMonth }
  const isPartOfMonth = place.day !== undefined || dow !== undefined || hour !== undefined
  if (rows === 'visitCount' && isPartOfMonth)
    return { to: '/dashboard/visits', search: { ...search, dow, hour } } as const
  const figure = <S extends Screen>() => ({ figure: rows as OpenedOn<S>, ...search })
  switch (behind[rows]) {
    case 'members':
      return { to: '/dashboard/members', search: { ...figure<'members'>(), months } } as const
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

const hasName = (rows: Opened): rows is keyof typeof rowNames => rows in rowNames

/** Title of a figure's drill-down, 会費の売上明細 or 入会の内訳, with its count. */
function nameOf(rows: Opened, category: SalesCategory | undefined, counted = ''): string {
  if (!hasName(rows)) return `${kpi[rows].label}${counted && ` ${counted}`}の内訳`
  return `${category ? `${salesCategories[category]}の` : ''}${rowNames[rows]}${counted && ` ${counted}`}`
}

export interface LinkedFigure extends Pick<ShownFigure, 'key' | 'label' | 'value' | 'text'> {
  /** Spoken text where the figure is derived from the count: 12.3回 of 49. */
  derived?: string
}

function readOut(key: KpiKey, text: string): string {
  const { unit } = kpi[key]
  return spokenFigure(key, text, unit === '%' || unit === '円' ? '' : unit)
}

/** URL and accessible name of a figure's rows; null if there are none or the user may not read them. */
export function rowsBehind(
  { key, label, value, text, derived }: LinkedFigure,
  place: FigurePlace,
  narrowed: Narrowed,
  can: (permission: Permission) => boolean,
) {
  const source = sourceOf(key)
  if (!source || value == null || value === source.emptyAt || !can(rights[behind[source.rows]])) return null
  const filters = { category: source.category, ...narrowed }
  const opens = (counted?: string) => `（${nameOf(source.rows, filters.category, counted)}）`
  const name = derived
    ? `${label} ${derived}${opens(readOut(key, formatFigure(key, value)))}`
    : `${label} ${readOut(key, text)}${isOpened(key) && !hasName(key) ? 'の内訳' : opens()}`
  return { address: addressOf(source.rows, place, filters), name }
}

export type RowsBehind = typeof rowsBehind

/** The address as a plain href. */
export function hrefOf({ to, search }: ReturnType<typeof addressOf>): string {
  const params = Object.entries(search).filter(([, value]) => value !== undefined)
  return `${to}?${new URLSearchParams(params.map(([key, value]) => [key, String(value)]))}`
}
