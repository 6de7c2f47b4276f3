import { createFileRoute } from '@tanstack/react-router'
import { requestedYear, yearlySearch, yearlyStatsQuery } from '~/features/dashboard/year-queries'
import { Yearly } from '~/features/dashboard/yearly'
import { getYearlyStats } from '~/functions/report'

// Not below dashboard.tsx, which is a screen and no layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/yearly')({
  validateSearch: yearlySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(yearlyStatsQuery(requestedYear(deps))),
  staticData: {
    permission: 'report.members',
    action: '年次の集計を見る',
    early: (search: ReturnType<typeof yearlySearch>) => [[getYearlyStats, requestedYear(search)]],
  },
  head: () => ({ meta: [{ title: '年次 | Karada Desk' }] }),
  component: YearlyRoute,
})

function YearlyRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <Yearly search={search} onSearchChange={(next) => void navigate({ search: next })} />
}
