import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { describeFigure } from '~/features/drill-down/figures'
import {
  type FigureReservationsSearch,
  figureReservationsQuery,
  figureReservationsSearch,
  requestedReservations,
  shownReservationFigure,
} from '~/features/drill-down/queries'
import { ReservationsBehind } from '~/features/drill-down/reservations-behind'

// Not nested under dashboard.tsx, which is a screen and not a layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/reservations')({
  validateSearch: searchInput<FigureReservationsSearch>(),
  shouldReload: true,
  staticData: { permission: 'reservation.read' },
  loader: ({ context, location }) => {
    const search = figureReservationsSearch(location.search)
    return openScreen(context, {
      title: describeFigure(shownReservationFigure(search)).rows,
      first: [figureReservationsQuery(requestedReservations(search))],
    })
  },
  component: searchScreen(figureReservationsSearch, ReservationsBehind),
})
