import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { type ReportSearch, reportListQuery, reportSearch, requestedReports } from '~/features/daily-reports/queries'
import { ReportList } from '~/features/daily-reports/report-list'

export const Route = createFileRoute('/_signed-in/_page/shop-reports/list')({
  validateSearch: searchInput<ReportSearch>(),
  shouldReload: true,
  staticData: { permission: 'dailyReport.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '日報の一覧',
      first: [reportListQuery(requestedReports(reportSearch(location.search)))],
    }),
  component: searchScreen(reportSearch, ReportList),
})
