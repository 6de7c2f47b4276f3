import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { FeesScreen } from '~/features/statistics/fees/fees-screen'
import { feesQuery } from '~/features/statistics/fees/queries'
import { type ReportSearch, reportSearch, requestedMonth } from '~/features/statistics/period'

export const Route = createFileRoute('/_signed-in/_page/statistics_/fees')({
  validateSearch: searchInput<ReportSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.money' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '会費の維持率', first: [feesQuery(requestedMonth(reportSearch(location.search)))] }),
  component: searchScreen(reportSearch, FeesScreen),
})
