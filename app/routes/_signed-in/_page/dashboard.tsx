import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { Dashboard } from '~/features/dashboard/dashboard'
import { type DashboardSearch, dashboardSearch, monthlyStatsQuery, requestedMonth } from '~/features/dashboard/queries'

export const Route = createFileRoute('/_signed-in/_page/dashboard')({
  validateSearch: searchInput<DashboardSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.members' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'ダッシュボード',
      first: [monthlyStatsQuery(requestedMonth(dashboardSearch(location.search)))],
    }),
  component: DashboardRoute,
})

function DashboardRoute() {
  const [search, change] = useSearchState(dashboardSearch)
  return <Dashboard search={search} onSearchChange={(next) => change(next, { resetScroll: true })} />
}
