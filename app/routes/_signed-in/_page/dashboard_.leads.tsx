import { createFileRoute } from '@tanstack/react-router'
import { toldOf } from '~/features/drill-down/figures'
import { LeadsBehind } from '~/features/drill-down/leads-behind'
import { figureLeadsQuery, figureLeadsSearch, requestedLeads, shownLeadFigure } from '~/features/drill-down/queries'
import { drillDownToLeads } from '~/functions/drill-down'

// Not below dashboard.tsx, which is a screen and no layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/leads')({
  validateSearch: figureLeadsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(figureLeadsQuery(requestedLeads(deps))),
  staticData: {
    permission: 'member.read',
    action: '見学・体験の内訳を見る',
    early: (search: ReturnType<typeof figureLeadsSearch>) => [[drillDownToLeads, requestedLeads(search)]],
  },
  head: ({ match }) => ({
    meta: [{ title: `${toldOf(shownLeadFigure(match.search)).label}の内訳 | Karada Desk` }],
  }),
  component: LeadsBehindRoute,
})

function LeadsBehindRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <LeadsBehind search={search} onSearchChange={(next) => void navigate({ search: next, resetScroll: false })} />
}
