import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswerOf, InputOf } from '#contract/names.ts'
import { relatedLook } from '~/components/record/related'
import { serverQuery } from '~/data/query'
import { listStaff } from '~/functions/staff'
import { formatDateTime } from '~/lib/dates'
import { useCan, useReach } from './session'

// Names that lead to their records, for whom those are open; for everybody else they are names.

/** Among facts. In a table `quiet`: a column of links would be loud. */
const plain = 'text-primary underline underline-offset-4'
const quiet = '-my-0.5 inline-block py-0.5 underline-offset-4 hover:underline'

interface Look {
  isQuiet?: boolean
}
const lookOf = ({ isQuiet }: Look) => (isQuiet ? quiet : plain)

/** A shop: the API names none that is out of scope. */
export function ShopName({ shop: { id, name }, ...look }: Look & { shop: { id: string; name: string } }) {
  if (!useCan()('shop.read')) return name
  return (
    <Link to="/hacomono/shops/$shopId" params={{ shopId: id }} preload={false} className={lookOf(look)}>
      {name}
    </Link>
  )
}

/** A plan; without an id it is out of scope. */
export function PlanName({ id, name, ...look }: Look & { id: string | null; name: string | null }) {
  if (!useCan()('plan.read') || id === null) return name
  return (
    <Link to="/hacomono/plans-or-tickets/$planId" params={{ planId: id }} preload={false} className={lookOf(look)}>
      {name}
    </Link>
  )
}

/** A member; without an id of a user out of scope. */
export function MemberName({ id, children, ...look }: Look & { id: string | null; children: ReactNode }) {
  if (!useCan()('member.read') || id === null) return children
  return (
    <Link to="/hacomono/members/$memberId" params={{ memberId: id }} preload={false} className={lookOf(look)}>
      {children}
    </Link>
  )
}

type Colleague = { id: string; displayName: string | null } | null | undefined

const colleagues = {
  ...serverQuery('staff.list', listStaff)({ limit: 500 }),
  staleTime: 5 * 60_000,
  select: ({ list }: AnswerOf<'staff.list'>) => list.map(({ id }) => id),
}

/** Whether this person may open the page of somebody of staff: names are also told of who works elsewhere. */
export function useSeesStaff(): (staffId: string) => boolean {
  const reach = useReach()('staff.read')
  const { data } = useQuery({ ...colleagues, enabled: reach === 'shops' })
  return (staffId) => reach === 'all' || (reach === 'shops' && data?.includes(staffId) === true)
}

/** Somebody of staff; nobody is `nobody`. */
export function StaffName({ staff, nobody = '–', ...look }: Look & { staff: Colleague; nobody?: ReactNode }) {
  const sees = useSeesStaff()
  if (!staff || staff.displayName === null) return nobody
  if (!sees(staff.id)) return staff.displayName
  return (
    <Link to="/staffs/$staffId" params={{ staffId: staff.id }} preload={false} className={lookOf(look)}>
      {staff.displayName}
    </Link>
  )
}

/** When a record was changed last, and by whom. */
export const LastChange = ({ at, by }: { at: string; by: Colleague }) => (
  <>
    {formatDateTime(at)} <StaffName staff={by} nobody={null} />
  </>
)

interface OnTimetableProps extends Look {
  shopId: string
  startAt: string
  /** Of a class, or of a time of one's own: what opens over the day. */
  open?: { slotId: string | null; id?: string } | undefined
  children: ReactNode
}

/** A moment of a shop's timetable. */
export function OnTimetable({ shopId, startAt, open, children, ...look }: OnTimetableProps) {
  if (!useCan()('reservation.read')) return children
  const key = open?.slotId ? `s${open.slotId}` : open?.id && `b${open.id}`
  return (
    <Link
      to="/hacomono/reservations/timetable"
      search={{ shop: shopId, day: startAt.slice(0, 10), ...(key && { open: key }) }}
      preload={false}
      className={lookOf(look)}
    >
      {children}
    </Link>
  )
}

/** 集計 of a shop's running month, or of a month (YYYY-MM), for whom it is open. */
export function FiguresLink({
  shopId,
  month,
  children,
}: {
  shopId: string
  month?: string | undefined
  children: ReactNode
}) {
  if (!useCan()('report.members')) return null
  return (
    <Link to="/dashboard" search={{ shop: shopId, ...(month && { month }) }} preload={false} className={relatedLook}>
      {children}
    </Link>
  )
}

/** A shop's page, from what is kept of the shop. */
export function ShopLink({ shopId }: { shopId: string }) {
  if (!useCan()('shop.read')) return null
  return (
    <Link to="/hacomono/shops/$shopId" params={{ shopId }} preload={false} className={relatedLook}>
      店舗の情報
    </Link>
  )
}

interface ActsProps extends Pick<InputOf<'audit.list'>, 'resourceId' | 'memberId' | 'staffId' | 'shopId'> {
  resourceType?: NonNullable<InputOf<'audit.list'>['resourceType']>
  children?: string
}

/** 操作履歴 of one record, as far as this person reads it. */
export function ActsLink({ children = '操作履歴', ...of }: ActsProps) {
  if (!useCan()('audit.read')) return null
  return (
    <Link to="/audit-log" search={of} preload={false} className={relatedLook}>
      {children}
    </Link>
  )
}
