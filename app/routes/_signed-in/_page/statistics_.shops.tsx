import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { requestedShops, type ShopsSearch, shopComparisonQuery, shopsSearch } from '~/features/statistics/shops/queries'
import { Shops } from '~/features/statistics/shops/shops'

// Not nested under statistics.tsx, which is a screen and not a layout.
export const Route = createFileRoute('/_signed-in/_page/statistics_/shops')({
  validateSearch: searchInput<ShopsSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.analysis' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '店舗比較',
      first: [shopComparisonQuery(requestedShops(shopsSearch(location.search)))],
    }),
  component: searchScreen(shopsSearch, Shops),
})
