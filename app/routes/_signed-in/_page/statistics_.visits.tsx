import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { requestedVisits, type VisitsSearch, visitsQuery, visitsSearch } from '~/features/statistics/visits/queries'
import { VisitsScreen } from '~/features/statistics/visits/visits-screen'

export const Route = createFileRoute('/_signed-in/_page/statistics_/visits')({
  validateSearch: searchInput<VisitsSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.analysis' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '来館の変化', first: [visitsQuery(requestedVisits(visitsSearch(location.search)))] }),
  component: searchScreen(visitsSearch, VisitsScreen),
})
