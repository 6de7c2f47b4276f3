import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { PlansScreen } from '~/features/statistics/plans/plans-screen'
import { type PlansSearch, plansQuery, plansSearch, requestedPlans } from '~/features/statistics/plans/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/plans')({
  validateSearch: searchInput<PlansSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.analysis' },
  loader: ({ context, location }) =>
    openScreen(context, { title: 'プラン構成', first: [plansQuery(requestedPlans(plansSearch(location.search)))] }),
  component: searchScreen(plansSearch, PlansScreen),
})
