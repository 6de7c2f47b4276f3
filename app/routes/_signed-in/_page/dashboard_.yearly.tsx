import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { requestedYear, type YearlySearch, yearlySearch, yearlyStatsQuery } from '~/features/dashboard/year-queries'
import { Yearly } from '~/features/dashboard/yearly'

// Not nested under dashboard.tsx, which is a screen and not a layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/yearly')({
  validateSearch: searchInput<YearlySearch>(),
  shouldReload: true,
  staticData: { permission: 'report.members' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '年次', first: [yearlyStatsQuery(requestedYear(yearlySearch(location.search)))] }),
  component: YearlyRoute,
})

function YearlyRoute() {
  const [search, change] = useSearchState(yearlySearch)
  return <Yearly search={search} onSearchChange={(next) => change(next, { resetScroll: true })} />
}
