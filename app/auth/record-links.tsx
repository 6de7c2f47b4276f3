import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswerOf, InputOf } from '#contract/names.ts'
import { relatedLook } from '~/components/record/related'
import { serverQuery } from '~/data/query'
import { listStaff } from '~/functions/staff'
import { formatDateTime } from '~/lib/dates'
import { useCan, useReach } from './session'

// Names as links to their records; plain text for users who may not open the record.

/** Link style among facts; `quiet` in tables, where a whole column of links would distract. */
const plain = 'text-primary underline underline-offset-4'
const quiet = '-my-0.5 inline-block max-w-full truncate py-0.5 align-bottom underline-offset-4 hover:underline'

interface Look {
  isQuiet?: boolean
}
const lookOf = ({ isQuiet }: Look) => (isQuiet ? quiet : plain)

/** A shop. The API never returns one that is out of scope. */
export function ShopName({ shop: { id, name }, ...look }: Look & { shop: { id: string; name: string } }) {
  if (!useCan()('shop.read')) return name
  return (
    <Link to="/hacomono/shops/$shopId" params={{ shopId: id }} preload={false} className={lookOf(look)}>
      {name}
    </Link>
  )
}

/** A plan; without an id it is out of scope and not linked. */
export function PlanName({ id, name, ...look }: Look & { id: string | null; name: string | null }) {
  if (!useCan()('plan.read') || id === null) return name
  return (
    <Link to="/hacomono/plans-or-tickets/$planId" params={{ planId: id }} preload={false} className={lookOf(look)}>
      {name}
    </Link>
  )
}

/** A member; without a user id the member is out of scope and not linked. */
export function MemberName({ id, children, ...look }: Look & { id: string | null; children: ReactNode }) {
  if (!useCan()('member.read') || id === null) return children
  return (
    <Link to="/hacomono/members/$userId" params={{ userId: id }} preload={false} className={lookOf(look)}>
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

/** Whether the user may open a staff member's page: names of staff at other shops appear too. */
export function useSeesStaff(): (staffId: string) => boolean {
  const reach = useReach()('staff.read')
  const { data } = useQuery({ ...colleagues, enabled: reach === 'shops' })
  return (staffId) => reach === 'all' || (reach === 'shops' && data?.includes(staffId) === true)
}

/** A staff member, or `nobody` where there is none. */
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

/** Last change of a record: time and author. */
export const LastChange = ({ at, by }: { at: string; by: Colleague }) => (
  <>
    {formatDateTime(at)} <StaffName staff={by} nobody={null} />
  </>
)

interface OnTimetableProps extends Look {
  shopId: string
  startAt: string
  /** Link to a class or personal slot, which opens in a sheet over its day. */
  open?: { slotId: string | null; id?: string } | undefined
  children: ReactNode
}

/** A date and time, linked to the shop's timetable. */
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

/** Link to a shop's 集計 for the current month or a given one (YYYY-MM), for users with the right to it. */
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

/** Link to a shop's page from its other records. */
export function ShopLink({ shopId }: { shopId: string }) {
  if (!useCan()('shop.read')) return null
  return (
    <Link to="/hacomono/shops/$shopId" params={{ shopId }} preload={false} className={relatedLook}>
      店舗の情報
    </Link>
  )
}

interface ActsProps extends Pick<InputOf<'audit.list'>, 'resourceId' | 'userId' | 'staffId' | 'shopId'> {
  resourceType?: NonNullable<InputOf<'audit.list'>['resourceType']>
  children?: string
}

/** Link to the 操作履歴 of one record, for users who may read the audit log. */
export function ActsLink({ children = '操作履歴', ...of }: ActsProps) {
  if (!useCan()('audit.read')) return null
  return (
    <Link to="/audit-log" search={of} preload={false} className={relatedLook}>
      {children}
    </Link>
  )
}
