import { useMemo } from 'react'
import type { FigureReservation } from '#contract/drill-down.ts'
import { bookingStatuses } from '#contract/words/report.ts'
import type { ListColumn } from '~/components/resource-table/types'
import { formatDateTime } from '~/lib/dates'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureScreen } from './drill-down-screen'
import { describeFigure } from './figures'
import { MemberOrGuest } from './person'
import {
  type FigureReservationsSearch,
  figureReservationsQuery,
  requestedReservations,
  shownReservationFigure,
} from './queries'

const columnsOf = (shop: string | undefined): ListColumn<FigureReservation>[] => [
  {
    id: 'startAt',
    label: '開始日時',
    width: 168,
    cell: ({ startAt }) => <span className="figures">{formatDateTime(startAt)}</span>,
  },
  { id: 'program', label: 'プログラム', width: 140, cell: ({ programName }) => programName },
  {
    id: 'member',
    label: '会員',
    width: 150,
    cell: (row) => <MemberOrGuest of={row} shop={shop} />,
  },
  { id: 'status', label: '状態', width: 124, cell: ({ status }) => bookingStatuses[status] },
  { id: 'isTrial', label: '体験', width: 60, cell: ({ isTrial }) => (isTrial ? '体験' : '–') },
  { id: 'shop', label: '店舗', width: 110, cell: ({ shopName }) => shopName },
]

interface ReservationsBehindProps {
  search: FigureReservationsSearch
  onSearchChange: (next: FigureReservationsSearch) => void
}

/** Which bookings a figure was counted from. */
export function ReservationsBehind({ search, onSearchChange }: ReservationsBehindProps) {
  const { shops } = useSelectedShop(search.shop)
  const columns = useMemo(() => columnsOf(search.shop), [search.shop])
  return (
    <FigureScreen
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure(shownReservationFigure(search))}
      noun="予約"
      query={(params) => figureReservationsQuery(requestedReservations(params, shops))}
      columns={columns}
      sums={noSums}
    />
  )
}

const noSums = () => []
