import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { DuesScreen } from '~/features/statistics/dues/dues-screen'
import { type DuesSearch, duesQuery, duesSearch, requestedDues } from '~/features/statistics/dues/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/dues')({
  validateSearch: searchInput<DuesSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.money' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '未収金の回収', first: [duesQuery(requestedDues(duesSearch(location.search)))] }),
  component: searchScreen(duesSearch, DuesScreen),
})
