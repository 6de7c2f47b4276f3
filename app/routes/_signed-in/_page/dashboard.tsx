import { createFileRoute } from '@tanstack/react-router'
import { Dashboard } from '~/features/dashboard/dashboard'
import { dashboardSearch, monthlyStatsQuery, requestedMonth } from '~/features/dashboard/queries'
import { getMonthlyStats } from '~/functions/report'

export const Route = createFileRoute('/_signed-in/_page/dashboard')({
  validateSearch: dashboardSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(monthlyStatsQuery(requestedMonth(deps))),
  staticData: {
    permission: 'report.members',
    early: (search: ReturnType<typeof dashboardSearch>) => [[getMonthlyStats, requestedMonth(search)]],
  },
  head: () => ({ meta: [{ title: 'ダッシュボード | Karada Desk' }] }),
  component: DashboardRoute,
})

function DashboardRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <Dashboard search={search} onSearchChange={(next) => void navigate({ search: next })} />
}
