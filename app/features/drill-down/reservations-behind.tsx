import { useMemo } from 'react'
import type { FigureReservation } from '#contract/drill-down.ts'
import { OnTimetable } from '~/auth/record-links'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Chip } from '~/components/ui/chip'
import { exportFigureReservations } from '~/functions/drill-down'
import { formatDateTime } from '~/lib/dates'
import { none } from '~/lib/format'
import { ReservationStatusChip } from '~/nouns/reservation/reservation-status'
import { FigureScreen } from './drill-down-screen'
import { describeFigure } from './figures'
import { Person, recordPath } from './person'
import {
  type FigureReservationsSearch,
  figureReservationsQuery,
  type Placed,
  requestedReservations,
  shownReservationFigure,
} from './queries'
import { shopColumn } from './shop-column'
import { useRowsBehind } from './use-rows-behind'

const columnsOf = (ofSeveralShops: boolean): ListColumn<Placed<FigureReservation>>[] => [
  { id: 'member', label: '会員', width: 170, sortKey: 'name', cell: (row) => <Person of={row} /> },
  {
    id: 'startAt',
    label: '開始日時',
    width: 180,
    card: 'text',
    sortKey: 'startAt',
    sortFirst: 'desc',
    cell: (row) => (
      <OnTimetable shopId={row.shopId} startAt={row.startAt} open={row} isQuiet>
        {formatDateTime(row.startAt)}
      </OnTimetable>
    ),
  },
  {
    id: 'program',
    label: 'プログラム',
    width: 160,
    card: 'text',
    sortKey: 'program',
    cell: ({ programName }) => programName,
  },
  {
    id: 'status',
    label: '状態',
    width: 130,
    card: 'beside',
    sortKey: 'status',
    cell: ({ status }) => <ReservationStatusChip status={status} />,
  },
  {
    id: 'isTrial',
    label: '体験',
    width: 80,
    card: 'text',
    sortKey: 'isTrial',
    sortFirst: 'desc',
    cell: ({ isTrial }) => (isTrial ? <Chip>体験</Chip> : none),
  },
  ...(ofSeveralShops ? [shopColumn(110)] : []),
]

/** The bookings behind a figure. */
export function ReservationsBehind({ search, onSearchChange }: ListProps<FigureReservationsSearch>) {
  const { ofSeveralShops, source } = useRowsBehind(search, {
    requested: requestedReservations,
    query: figureReservationsQuery,
    exportRows: exportFigureReservations,
    permission: 'member.export',
  })
  const columns = useMemo(() => columnsOf(ofSeveralShops), [ofSeveralShops])
  return (
    <FigureScreen
      {...source}
      name="figure.reservations"
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure(shownReservationFigure(search))}
      noun="予約"
      columns={columns}
      defaultSort="startAt"
      searchHint="氏名・フリガナ・会員番号・プログラム"
      rowLabel={({ programName }) => programName}
      rowPath={({ userId }) => recordPath(userId, search.shop)}
    />
  )
}
