import { createFileRoute } from '@tanstack/react-router'
import { figureVisitsQuery, figureVisitsSearch, requestedVisits } from '~/features/drill-down/queries'
import { VisitsBehind } from '~/features/drill-down/visits-behind'
import { drillDownToVisits } from '~/functions/drill-down'

// Not below dashboard.tsx, which is a screen and no layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/visits')({
  validateSearch: figureVisitsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(figureVisitsQuery(requestedVisits(deps))),
  staticData: {
    permission: 'member.read',
    action: '来館の内訳を見る',
    early: (search: ReturnType<typeof figureVisitsSearch>) => [[drillDownToVisits, requestedVisits(search)]],
  },
  head: () => ({ meta: [{ title: '来館数の内訳 | Karada Desk' }] }),
  component: VisitsBehindRoute,
})

function VisitsBehindRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <VisitsBehind search={search} onSearchChange={(next) => void navigate({ search: next, resetScroll: false })} />
}
