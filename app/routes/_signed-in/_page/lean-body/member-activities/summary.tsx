import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { type ActivitySearch, activitySearch, summaryQuery } from '~/features/member-activities/queries'
import { Summary } from '~/features/member-activities/summary'

export const Route = createFileRoute('/_signed-in/_page/lean-body/member-activities/summary')({
  validateSearch: searchInput<ActivitySearch>(),
  shouldReload: true,
  staticData: { permission: 'activity.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '会員の利用状況の集計',
      first: [summaryQuery(activitySearch(location.search))],
    }),
  component: SummaryRoute,
})

function SummaryRoute() {
  const [search, onSearchChange] = useSearchState(activitySearch)
  return <Summary search={search} onSearchChange={(next) => onSearchChange(next)} />
}
