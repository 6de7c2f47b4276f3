import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { LtvScreen } from '~/features/statistics/ltv/ltv-screen'
import { type LtvSearch, ltvQuery, ltvSearch, requestedLtv } from '~/features/statistics/ltv/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/ltv')({
  validateSearch: searchInput<LtvSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.money' },
  loader: ({ context, location }) =>
    openScreen(context, { title: 'LTV', first: [ltvQuery(requestedLtv(ltvSearch(location.search)))] }),
  component: searchScreen(ltvSearch, LtvScreen),
})
