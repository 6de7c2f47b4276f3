import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { type ReportSearch, reportSearch } from '~/features/statistics/period'
import { Statistics } from '~/features/statistics/statistics'
import { tonightQuery } from '~/features/statistics/tonight/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics')({
  validateSearch: searchInput<ReportSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.analysis' },
  loader: ({ context }) => openScreen(context, { title: '統計', first: [tonightQuery] }),
  component: searchScreen(reportSearch, Statistics),
})
