import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ShopReservation } from '#contract/shop-reservation.ts'
import { reservationFields } from '#contract/words/fields/shop-reservation.ts'
import { bookedVias } from '#contract/words/shop-reservation.ts'
import { OnTimetable, ShopName, StaffName } from '~/auth/record-links'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { Chip } from '~/components/ui/chip'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatPercent } from '~/lib/format'
import { ReservationStatusChip } from '~/nouns/reservation/reservation-status'
import { allShops } from '~/shop/selected-shop'
import { withOffset } from './offset'
import { bookingsQuery, pageLength, type TabSearch } from './queries'
import { type TabColumn, TabTable } from './tab-table'

interface BookingsProps {
  userId: string
  search: TabSearch
  onSearchChange: (search: TabSearch) => void
}

/** A member's bookings, latest first, and number of no-shows. */
export function Bookings({ userId, search, onSearchChange }: BookingsProps) {
  const query = useQuery({ ...bookingsQuery(userId, search), placeholderData: keepPreviousData })
  const now = new Date().toISOString()
  return (
    <TabState
      query={query}
      noun="予約"
      nothing={({ paging }) => (paging.total === 0 ? '予約はまだありません' : undefined)}
    >
      {({ list, paging, noShowRate, lateCancelRate }) => (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
            <p className="figures flex flex-wrap gap-x-6">
              <span>無断キャンセル率 {formatPercent(noShowRate)}</span>
              <span>直前キャンセル率 {formatPercent(lateCancelRate)}</span>
            </p>
            <Link
              to="/hacomono/reservations"
              search={{ shop: allShops, userId } as never}
              className="text-primary underline underline-offset-4 print:hidden"
            >
              予約の一覧で見る
            </Link>
          </div>
          <TabTable
            label="予約"
            rows={list}
            columns={columns}
            isQuiet={({ endAt }) => new Date(endAt).toISOString() < now}
          />
          <TabPages paging={paging} size={pageLength} onPage={(offset) => onSearchChange(withOffset(search, offset))} />
        </>
      )}
    </TabState>
  )
}

const columns: TabColumn<ShopReservation>[] = [
  {
    id: 'startAt',
    // Another name: the end stands beside the start.
    label: '日時',
    className: 'whitespace-nowrap',
    cell: (row) => (
      <OnTimetable shopId={row.shop.id} startAt={row.startAt} open={row} isQuiet>
        {formatDateTime(row.startAt)}–{formatDateTime(row.endAt).slice(-5)}
      </OnTimetable>
    ),
  },
  {
    id: 'program',
    label: reservationFields.programName,
    className: 'min-w-40',
    cell: ({ programName, isTrial, isFirst }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        {programName}
        {isTrial ? <Chip>体験</Chip> : isFirst && <Chip>初回</Chip>}
      </span>
    ),
  },
  {
    id: 'status',
    label: reservationFields.status,
    className: 'whitespace-nowrap',
    cell: ({ status }) => <ReservationStatusChip status={status} />,
  },
  { id: 'shop', label: '店舗', className: 'whitespace-nowrap', cell: ({ shop }) => <ShopName shop={shop} isQuiet /> },
  {
    id: 'room',
    label: reservationFields.studioRoomName,
    className: 'whitespace-nowrap',
    cell: ({ studioRoomName, seatNo }) =>
      [studioRoomName, seatNo !== null && `席${seatNo}`].filter(Boolean).join(' ') || '–',
  },
  {
    id: 'staff',
    label: reservationFields.staffId,
    className: 'whitespace-nowrap',
    cell: ({ staff }) => <StaffName staff={staff} isQuiet />,
  },
  {
    id: 'booked',
    label: '予約日',
    className: 'whitespace-nowrap',
    cell: ({ bookedAt, bookedVia }) => (
      <>
        {formatDate(bookedAt.slice(0, 10))}
        <span className="block text-xs text-muted-foreground">{bookedVias[bookedVia]}</span>
      </>
    ),
  },
]
