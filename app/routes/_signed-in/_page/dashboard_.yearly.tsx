import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput, wholeSearch } from '~/boot/search-input'
import { requestedYear, type YearlySearch, yearlySearch, yearlyStatsQuery } from '~/features/dashboard/year-queries'
import { Yearly } from '~/features/dashboard/yearly'

// Not below dashboard.tsx, which is a screen and no layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/yearly')({
  validateSearch: searchInput<YearlySearch>(),
  loaderDeps: wholeSearch,
  staticData: { permission: 'report.members' },
  loader: ({ context, deps }) =>
    openScreen(context, { title: '年次', first: [yearlyStatsQuery(requestedYear(yearlySearch(deps)))] }),
  component: YearlyRoute,
})

function YearlyRoute() {
  const [search, change] = useSearchState(yearlySearch)
  return <Yearly search={search} onSearchChange={(next) => change(next, { resetScroll: true })} />
}
