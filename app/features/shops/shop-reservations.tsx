import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MemberName, OnTimetable, StaffName } from '~/auth/record-links'
import { buttonVariants } from '~/components/ui/button'
import { formatDateTime } from '~/lib/dates'
import { ReservationStatusChip } from '~/nouns/reservation/reservation-status'
import { shopReservationsQuery } from './queries'
import { useShop } from './shop-page'
import { ShortList } from './short-list'

/** The shop's next bookings, and a link to all. */
export function ShopReservations() {
  const { id, name } = useShop()
  return (
    <ShortList
      query={useQuery(shopReservationsQuery(id))}
      noun="今日からの予約"
      label={`${name}の今日からの予約`}
      more={
        <Link to="/hacomono/reservations" search={{ shop: id }} className={buttonVariants({ variant: 'outline' })}>
          予約の一覧で見る
        </Link>
      }
      columns={[
        {
          label: '開始日時',
          cell: (row) => (
            <OnTimetable shopId={id} startAt={row.startAt} open={row} isQuiet>
              {formatDateTime(row.startAt)}
            </OnTimetable>
          ),
        },
        { label: 'プログラム', cell: ({ programName }) => programName },
        {
          label: '会員',
          cell: ({ member }) =>
            member ? (
              <MemberName id={member.id} isQuiet>{`${member.lastName}\u3000${member.firstName}`}</MemberName>
            ) : (
              'ビジター'
            ),
        },
        { label: '担当', isMinor: true, cell: ({ staff }) => <StaffName staff={staff} isQuiet /> },
        { label: 'ルーム', isMinor: true, cell: ({ studioRoomName }) => studioRoomName ?? '–' },
        { label: '状態', isMinor: true, cell: ({ status }) => <ReservationStatusChip status={status} /> },
      ]}
    />
  )
}
