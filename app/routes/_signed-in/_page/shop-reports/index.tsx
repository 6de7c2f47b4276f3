import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { type BoardSearch, boardQuery, boardSearch, requestedBoard } from '~/features/daily-reports/queries'
import { ReportBoard } from '~/features/daily-reports/report-board'

export const Route = createFileRoute('/_signed-in/_page/shop-reports/')({
  validateSearch: searchInput<BoardSearch>(),
  shouldReload: true,
  staticData: { permission: 'dailyReport.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '日報', first: [boardQuery(requestedBoard(boardSearch(location.search)))] }),
  component: searchScreen(boardSearch, ReportBoard),
})
