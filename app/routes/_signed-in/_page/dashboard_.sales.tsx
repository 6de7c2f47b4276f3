import { createFileRoute } from '@tanstack/react-router'
import { toldOf } from '~/features/drill-down/figures'
import {
  figureSalesQuery,
  figureSalesSearch,
  requestedSales,
  shownCategory,
  shownSaleFigure,
} from '~/features/drill-down/queries'
import { SalesBehind } from '~/features/drill-down/sales-behind'
import { drillDownToSales } from '~/functions/drill-down'

// Not below dashboard.tsx, which is a screen and no layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/sales')({
  validateSearch: figureSalesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(figureSalesQuery(requestedSales(deps))),
  staticData: {
    permission: 'report.money',
    action: '売上の内訳を見る',
    early: (search: ReturnType<typeof figureSalesSearch>) => [[drillDownToSales, requestedSales(search)]],
  },
  head: ({ match }) => ({
    meta: [
      { title: `${toldOf(shownSaleFigure(match.search), shownCategory(match.search)).label}の内訳 | Karada Desk` },
    ],
  }),
  component: SalesBehindRoute,
})

function SalesBehindRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <SalesBehind search={search} onSearchChange={(next) => void navigate({ search: next, resetScroll: false })} />
}
