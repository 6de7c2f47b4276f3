import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { PlanList } from '~/features/plans-and-tickets/plan-list'
import { type PlanSearch, planListQuery, planSearch, requestedPlans } from '~/features/plans-and-tickets/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/plans-or-tickets/')({
  validateSearch: searchInput<PlanSearch>(),
  shouldReload: true,
  staticData: { permission: 'plan.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: 'プラン', first: [planListQuery(requestedPlans(planSearch(location.search)))] }),
  component: searchScreen(planSearch, PlanList),
})
