import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import {
  type ReservationSearch,
  requestedReservations,
  reservationListQuery,
  reservationSearch,
} from '~/features/reservations/queries'
import { ReservationList } from '~/features/reservations/reservation-list'

export const Route = createFileRoute('/_signed-in/_page/hacomono/reservations/')({
  validateSearch: searchInput<ReservationSearch>(),
  shouldReload: true,
  staticData: { permission: 'reservation.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '予約',
      first: [reservationListQuery(requestedReservations(reservationSearch(location.search)))],
    }),
  component: searchScreen(reservationSearch, ReservationList),
})
