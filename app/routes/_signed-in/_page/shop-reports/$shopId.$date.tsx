import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { dayQuery, type ReportPageSearch, reportPageSearch } from '~/features/daily-reports/queries'
import { ReportPage } from '~/features/daily-reports/report-page'

export const Route = createFileRoute('/_signed-in/_page/shop-reports/$shopId/$date')({
  validateSearch: searchInput<ReportPageSearch>(),
  staticData: { permission: 'dailyReport.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '日報', first: [dayQuery(params.shopId, params.date)] }),
  component: ReportRoute,
})

function ReportRoute() {
  const params = useParams({ from: '/_signed-in/_page/shop-reports/$shopId/$date' })
  const [search] = useSearchState(reportPageSearch)
  return <ReportPage {...params} isWaiting={search.waiting === true} />
}
