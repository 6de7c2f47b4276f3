import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { CostsScreen } from '~/features/statistics/costs/costs-screen'
import { type CostsSearch, costsSearch, profitQuery, requestedProfit } from '~/features/statistics/costs/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/costs')({
  validateSearch: searchInput<CostsSearch>(),
  shouldReload: true,
  staticData: { permission: 'cost.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '費用と損益', first: [profitQuery(requestedProfit(costsSearch(location.search)))] }),
  component: searchScreen(costsSearch, CostsScreen),
})
