import { createFileRoute } from '@tanstack/react-router'
import { toldOf } from '~/features/drill-down/figures'
import {
  figureReservationsQuery,
  figureReservationsSearch,
  requestedReservations,
  shownReservationFigure,
} from '~/features/drill-down/queries'
import { ReservationsBehind } from '~/features/drill-down/reservations-behind'
import { drillDownToReservations } from '~/functions/drill-down'

// Not below dashboard.tsx, which is a screen and no layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/reservations')({
  validateSearch: figureReservationsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(figureReservationsQuery(requestedReservations(deps))),
  staticData: {
    permission: 'reservation.read',
    action: '予約の内訳を見る',
    early: (search: ReturnType<typeof figureReservationsSearch>) => [
      [drillDownToReservations, requestedReservations(search)],
    ],
  },
  head: ({ match }) => ({
    meta: [{ title: `${toldOf(shownReservationFigure(match.search)).label}の内訳 | Karada Desk` }],
  }),
  component: ReservationsBehindRoute,
})

function ReservationsBehindRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ReservationsBehind
      search={search}
      onSearchChange={(next) => void navigate({ search: next, resetScroll: false })}
    />
  )
}
