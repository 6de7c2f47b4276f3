import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { DuesScreen } from '~/features/statistics/dues/dues-screen'
import { duesQuery } from '~/features/statistics/dues/queries'
import { type ReportSearch, reportSearch, requestedMonth } from '~/features/statistics/period'

export const Route = createFileRoute('/_signed-in/_page/statistics_/dues')({
  validateSearch: searchInput<ReportSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.money' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '未収金の回収', first: [duesQuery(requestedMonth(reportSearch(location.search)))] }),
  component: searchScreen(reportSearch, DuesScreen),
})
