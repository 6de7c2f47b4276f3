import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { requestedSales, type SalesSearch, salesQuery, salesSearch } from '~/features/statistics/sales/queries'
import { SalesScreen } from '~/features/statistics/sales/sales-screen'

export const Route = createFileRoute('/_signed-in/_page/statistics_/sales')({
  validateSearch: searchInput<SalesSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.money' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '売上', first: [salesQuery(requestedSales(salesSearch(location.search)))] }),
  component: searchScreen(salesSearch, SalesScreen),
})
