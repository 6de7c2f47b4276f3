import { createFileRoute } from '@tanstack/react-router'
import { ClassesBehind } from '~/features/drill-down/classes-behind'
import { toldOf } from '~/features/drill-down/figures'
import { figureSlotsQuery, figureSlotsSearch, requestedSlots, shownSlotFigure } from '~/features/drill-down/queries'
import { drillDownToSlots } from '~/functions/drill-down'

// Not below dashboard.tsx, which is a screen and no layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/classes')({
  validateSearch: figureSlotsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(figureSlotsQuery(requestedSlots(deps))),
  staticData: {
    permission: 'reservation.read',
    action: 'クラスの内訳を見る',
    early: (search: ReturnType<typeof figureSlotsSearch>) => [[drillDownToSlots, requestedSlots(search)]],
  },
  head: ({ match }) => ({
    meta: [{ title: `${toldOf(shownSlotFigure(match.search)).label}の内訳 | Karada Desk` }],
  }),
  component: ClassesBehindRoute,
})

function ClassesBehindRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ClassesBehind search={search} onSearchChange={(next) => void navigate({ search: next, resetScroll: false })} />
  )
}
