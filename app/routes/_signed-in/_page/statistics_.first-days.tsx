import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { FirstDaysScreen } from '~/features/statistics/first-days/first-days-screen'
import { type FirstDaysSearch, firstDaysQuery, firstDaysSearch } from '~/features/statistics/first-days/queries'
import { requestedMonth } from '~/features/statistics/period'

export const Route = createFileRoute('/_signed-in/_page/statistics_/first-days')({
  validateSearch: searchInput<FirstDaysSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.analysis' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '最初の30日',
      first: [firstDaysQuery(requestedMonth(firstDaysSearch(location.search)))],
    }),
  component: searchScreen(firstDaysSearch, FirstDaysScreen),
})
