import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { Dashboard } from '~/features/dashboard/dashboard'
import { type DashboardSearch, dashboardSearch, monthlyStatsQuery, requestedMonth } from '~/features/dashboard/queries'
import { todayQueries } from '~/features/dashboard/today-queries'

export const Route = createFileRoute('/_signed-in/_page/dashboard')({
  validateSearch: searchInput<DashboardSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.members' },
  loader: ({ context, location }) => {
    const search = dashboardSearch(location.search)
    return openScreen(context, {
      title: 'ダッシュボード',
      first: [monthlyStatsQuery(requestedMonth(search)), ...todayQueries(search)],
    })
  },
  component: DashboardRoute,
})

function DashboardRoute() {
  const [search, change] = useSearchState(dashboardSearch)
  return <Dashboard search={search} onSearchChange={(next) => change(next, { resetScroll: true })} />
}
